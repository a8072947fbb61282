import { type Edition, editions } from "../../contract/edition.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
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
  const others = editions.filter((edition) => edition !== own && isIn(editionIndex(edition)));
  if (own === undefined || others[0] === undefined) return undefined;
  return {
    message: `${what} is not in the API edition ${own}; it is in ${others.join(", ")}`,
    hint: `when the platform speaks the other edition, write platform: { api: ${others[0]} } in docform.yaml`,
  };
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
