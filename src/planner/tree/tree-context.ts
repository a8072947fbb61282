import { once } from "../../contract/once.ts";
import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";
import { liveValue } from "../match/identity.ts";
import { referredBy } from "../order/references.ts";
import { placesOf } from "../sequence/visible-places.ts";
import { isDeletedIn } from "./deletes.ts";
import type { Tree } from "./tree.ts";
import { callsBefore } from "./tree-calls.ts";
import type { TreeAct } from "./tree-order.ts";
import { type Places, placesAfter, placesNow } from "./tree-places.ts";

/** What planning one thing of a tree needs. */
export interface TreeContext {
  readonly planning: Possible;
  readonly tree: Tree;
  /** What brings a new one into being, and what moves something. */
  readonly appears: ReadonlyMap<string, TreeAct>;
  readonly moves: ReadonlyMap<string, TreeAct & { readonly type: "move" }>;
  readonly before: (act: TreeAct) => readonly string[];
  readonly now: Places;
  readonly later: Places;
  /** Does something that was read refer to what has this `liveKey`? */
  readonly isReferred: (key: string) => boolean;
}

/** Where nothing moves, nobody asks for places. */
const noPlaces: Places = new Map();

/** Indexes what planning the things of a tree needs. */
export function contextOf(
  planning: Possible,
  tree: Tree,
  isReferred: TreeContext["isReferred"],
): TreeContext {
  const appears = tree.acts.filter(({ type }) => type === "appear");
  const moves = tree.acts.filter((act) => act.type === "move");
  const isStill = tree.acts.length + tree.deletes.size === 0;
  const now = isStill ? noPlaces : placesNow(tree.current);
  const isGone = (name: string): boolean => isDeletedIn(tree.deletes, name);
  return {
    planning,
    tree,
    appears: new Map(appears.map((act) => [act.item, act])),
    moves: new Map(moves.map((act) => [act.item, act])),
    before: callsBefore(planning, tree),
    now,
    later: isStill ? now : placesAfter(tree.current, tree.acts, isGone),
    isReferred,
  };
}

/** Looks at all references once something asks, which only deletes do. */
export function referredIn(planning: Possible): TreeContext["isReferred"] {
  const keys = once(() => new Set(planning.live.resources.flatMap((live) => referredBy(planning, live))));
  return (key) => keys().has(key);
}

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
