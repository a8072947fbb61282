import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { liveValue } from "../match/identity.ts";
import { placesOf } from "../sequence/visible-places.ts";

/** The ordered tree of an organization, as it was read (A18). */
export interface LiveTree {
  /** Id of the parent of a resource, when that was read; undefined at the root. */
  readonly parentOf: (live: LiveResource) => string | undefined;
  /** The children of a parent, or of the root, in display order. */
  readonly inside: (parent: string | undefined) => readonly LiveResource[];
}

/** The tree of the kinds that name their parent in `seed`. Deleted objects are not in it (A17). */
export function liveTreeOf(kinds: KindIndex, resources: readonly LiveResource[]): LiveTree {
  const parentOf = parentIn(kinds);
  const all = inDisplayOrder(kinds, resources);
  const known = new Set(all.filter(nestsIn(kinds)).map(({ id }) => id));
  const byParent = groupBy(all, (live) => parentOf(live) ?? "");
  return {
    parentOf: (live) => {
      const parent = parentOf(live);
      return parent !== undefined && known.has(parent) ? parent : undefined;
    },
    inside: (parent) => byParent.get(parent ?? "") ?? [],
  };
}

/** Everything in a tree, in an order that has that of each parent. */
export function inDisplayOrder(
  kinds: KindIndex,
  resources: readonly LiveResource[],
): readonly LiveResource[] {
  const placed = resources.filter(
    ({ kind, answer }) => kinds.get(kind).seed.tree !== undefined && typeof answer.deletedAt !== "string",
  );
  const nests = nestsIn(kinds);
  const [containers, leaves] = [placed.filter(nests), placed.filter((live) => !nests(live))];
  const places = placesOf(leaves, containers, parentIn(kinds));
  // Containers come first: one in which nothing is seen gets the first place that it can have.
  return [...containers, ...leaves].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

function nestsIn(kinds: KindIndex): (live: LiveResource) => boolean {
  return ({ kind }) => kinds.get(kind).seed.tree?.nests === true;
}

function parentIn(kinds: KindIndex): (live: LiveResource) => string | undefined {
  return (live) => {
    const kind = kinds.get(live.kind);
    const value = kind.seed.tree === undefined ? undefined : liveValue(kind, kind.seed.tree.parent, live);
    return typeof value === "string" ? value : undefined;
  };
}
