import { type Edition, editions, lackOf } from "../../contract/edition.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { indexKinds, type KindIndex } from "./kind-slots.ts";

const indexes = new Map<Edition, KindIndex>();

/** The index of the kinds of an edition: the same object at each call. */
export function editionIndex(edition: Edition): KindIndex {
  const index = indexes.get(edition) ?? indexKinds(kindsOf(edition).all);
  indexes.set(edition, index);
  return index;
}

/**
 * The words about something that the edition of an index lacks and another one has; undefined when none has it.
 * `isIn` looks for it in the index of another edition.
 */
export function lackWords(
  index: KindIndex,
  what: string,
  isIn: (other: KindIndex) => boolean,
): { readonly message: string; readonly hint: string } | undefined {
  const own = editions.find((edition) => editionIndex(edition) === index);
  const lack = own && lackOf(own, what, (other) => isIn(editionIndex(other)));
  if (lack === undefined) return undefined;
  const { message, other } = lack;
  return {
    message,
    hint: `when the platform speaks the other edition, write platform: { api: ${other} } in docform.yaml`,
  };
}

/** Has the same kind a key there? */
export function hasSlot({ byName, slots }: KindIndex, { name }: Kind, key: string): boolean {
  const kind = byName.get(name);
  return kind !== undefined && slots(kind).has(key);
}

/** The error about something in a manifest that the edition of the project lacks, and another one has. */
export function notInEdition(
  index: KindIndex,
  what: string,
  source: Source,
  isIn: (other: KindIndex) => boolean,
): Diagnostic | undefined {
  const words = lackWords(index, what, isIn);
  return words && error("DF1012", words.message, { source, hint: `take it out; or, ${words.hint}` });
}
