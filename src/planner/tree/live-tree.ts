import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { liveValue } from "../match/identity.ts";
import { placesOf } from "../sequence/visible-places.ts";

/** What stands in the ordered tree of an organization, as it was read (A18). */
export interface LiveTree {
  /** Id of what a resource stands in, when that was read; undefined at the root. */
  readonly holderOf: (live: LiveResource) => string | undefined;
  /** What stands in a holder, or at the root, in display order. */
  readonly inside: (holder: string | undefined) => readonly LiveResource[];
}

/** The tree in which kinds say, in `seed`, what they stand in. What is deleted is in no place of it (A17). */
export function liveTreeOf(kinds: KindIndex, resources: readonly LiveResource[]): LiveTree {
  const placed = resources.filter(
    ({ kind, answer }) => kinds.get(kind).seed.tree !== undefined && typeof answer.deletedAt !== "string",
  );
  const nests = ({ kind }: LiveResource): boolean => kinds.get(kind).seed.tree?.nests === true;
  const holders = placed.filter(nests);
  const known = new Set(holders.map(({ id }) => id));
  const named = (live: LiveResource): string | undefined => {
    const kind = kinds.get(live.kind);
    const value = kind.seed.tree === undefined ? undefined : liveValue(kind, kind.seed.tree.holder, live);
    return typeof value === "string" ? value : undefined;
  };
  const places = placesOf(
    placed.filter((live) => !nests(live)),
    holders,
    named,
  );
  // Holders come first: one in which nothing is seen gets the first place that it can have.
  const inOrder = [...holders, ...placed.filter((live) => !nests(live))].sort(
    (a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0),
  );
  const byHolder = groupBy(inOrder, (live) => named(live) ?? "");
  return {
    holderOf: (live) => {
      const holder = named(live);
      return holder !== undefined && known.has(holder) ? holder : undefined;
    },
    inside: (holder) => byHolder.get(holder ?? "") ?? [],
  };
}
