import type { z } from "zod";

/** A refusal of the platform. Checks throw it before any change, and it is answered as an error body (A1). */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}

/** Invalid input; the message begins with the name of the field (A2). */
export function invalid(field: string, message: string): Refusal {
  return new Refusal(400, `${field}: ${message}`);
}

/** Something else already has it (A2). */
export function conflict(field: string, message: string): Refusal {
  return new Refusal(409, `${field}: ${message}`);
}

/** There is nothing with this id (A2). */
export function notFound(what: string, id: string): Refusal {
  return new Refusal(404, `There is no ${what} with the id ${JSON.stringify(id)} here.`);
}

/** Names for a message: the first ten, quoted. */
export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => JSON.stringify(name));
  return shown.join(", ") + (names.length > 10 ? ` and ${names.length - 10} more` : "");
}

/** Values that come more than once. */
export function repeated(values: readonly (string | undefined)[]): string[] {
  const seen = new Set<string>();
  const twice = values.filter((value) => value !== undefined && (seen.has(value) || !seen.add(value)));
  return [...new Set(twice)].filter((value) => value !== undefined);
}

/** A sibling, and the side of it. */
interface NextTo {
  readonly id: string;
  readonly side: "before" | "after";
}

type Position<K extends string> =
  | { readonly before?: Anchor<K> | undefined; readonly after?: Anchor<K> | undefined }
  | undefined;

type Anchor<K extends string> = { readonly [key in K]: string };

/**
 * The sibling of a position; undefined for an empty position, which means the end of the container (A24,
 * A35).
 */
export function readPosition<K extends string>(position: Position<K>, key: K): NextTo | undefined {
  const { before, after } = position ?? {};
  if (before !== undefined) return { id: before[key], side: "before" };
  return after === undefined ? undefined : { id: after[key], side: "after" };
}

/** The refusal of a sibling that nothing can stand next to. */
export function noSibling({ id, side }: NextTo, why: string): Error {
  return invalid(`position.${side}`, `${JSON.stringify(id)} ${why}`);
}

/** Parses input of a caller. An invalid input is a 400 whose message names every wrong field (A2). */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown, root: string): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  const problems = issues.map(({ path, message }) => `${path.map(String).join(".") || root}: ${message}`);
  throw new Refusal(400, problems.join("; "));
}

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Sets the fields that a body gives; those it leaves out stay as they are. Returns the target. */
export function setGiven<T extends object>(target: T, given: Given<T>): T {
  for (const [key, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(target, { [key]: value });
  }
  return target;
}

/** Sets the fields that a body gives; null removes one. */
export function setOrClear<T extends object>(
  target: T,
  given: { readonly [K in keyof T]?: T[K] | null | undefined },
): void {
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete target[key as keyof T];
    else if (value !== undefined) Object.assign(target, { [key]: value });
  }
}
