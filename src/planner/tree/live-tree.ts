import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { liveValue } from "../match/identity.ts";
import { placesOf } from "../sequence/visible-places.ts";

/** What stands in the ordered tree of an organization, as it was read (A18). */
export interface LiveTree {
  /** Id of what a resource stands in, when that was read; undefined at the root. */
  readonly parentOf: (live: LiveResource) => string | undefined;
  /** What stands in a parent, or at the root, in display order. */
  readonly inside: (parent: string | undefined) => readonly LiveResource[];
}

/** The tree in which kinds say, in `seed`, what they stand in. What is deleted is in no place of it (A17). */
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

/** What stands in a tree, in an order that has that of each parent. */
export function inDisplayOrder(
  kinds: KindIndex,
  resources: readonly LiveResource[],
): readonly LiveResource[] {
  const placed = resources.filter(
    ({ kind, answer }) => kinds.get(kind).seed.tree !== undefined && typeof answer.deletedAt !== "string",
  );
  const nests = nestsIn(kinds);
  const [holders, leaves] = [placed.filter(nests), placed.filter((live) => !nests(live))];
  const places = placesOf(leaves, holders, parentIn(kinds));
  // Holders come first: one in which nothing is seen gets the first place that it can have.
  return [...holders, ...leaves].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
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
