import type { Edition } from "../../src/contract/edition.ts";
import { editionIndex } from "../../src/manifest/schema/edition-index.ts";
import type { KindIndex } from "../../src/manifest/schema/kind-slots.ts";
import type { Kind } from "../../src/model/kind.ts";

/** The edition of the example of a kind: the reference, unless only another one has the kind. */
export function editionOf({ editions }: Pick<Kind, "editions">): Edition {
  return editions?.[0] ?? "reference";
}

/** The kinds that the example of a kind is made of. */
export function exampleIndex(kind: Kind): KindIndex {
  return editionIndex(editionOf(kind));
}
