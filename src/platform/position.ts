import { invalid } from "./refusal.ts";

/** Which sibling to stand next to, and on which side. */
interface NextTo {
  readonly id: string;
  readonly side: "before" | "after";
}

type Position<K extends string> =
  | { readonly before?: Anchor<K> | undefined; readonly after?: Anchor<K> | undefined }
  | undefined;

type Anchor<K extends string> = { readonly [key in K]: string };

/** What a position says; undefined for an empty one: the end of the container (A24, A35). */
export function readPosition<K extends string>(position: Position<K>, key: K): NextTo | undefined {
  const { before, after } = position ?? {};
  if (before !== undefined) return { id: before[key], side: "before" };
  return after === undefined ? undefined : { id: after[key], side: "after" };
}

/** The refusal of a sibling that nothing can stand next to. */
export function noSibling({ id, side }: NextTo, why: string): Error {
  return invalid(`position.${side}`, `${JSON.stringify(id)} ${why}`);
}
