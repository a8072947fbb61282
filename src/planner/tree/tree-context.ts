import { once } from "../../contract/once.ts";
import { type Place, placesIn } from "../sequence/ordered-lists.ts";
import type { Prerequisite } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import { referencesOf } from "../state/referrers.ts";
import { isDeletedIn } from "./deletes.ts";
import type { Tree } from "./tree.ts";
import { callsBefore } from "./tree-calls.ts";
import type { TreeAct } from "./tree-order.ts";
import { placesAfter } from "./tree-places.ts";

/** The context for planning one thing of a tree. */
export interface TreeContext {
  readonly planning: PlanContext;
  readonly tree: Tree;
  /** The act that creates a new one, and the act that moves something. */
  readonly appears: ReadonlyMap<string, TreeAct>;
  readonly moves: ReadonlyMap<string, TreeAct & { readonly type: "move" }>;
  readonly before: (act: TreeAct) => readonly Prerequisite[];
  readonly now: ReadonlyMap<string, Place>;
  readonly later: ReadonlyMap<string, Place>;
  /** Does something that was read refer to what has this `liveKey`? */
  readonly isReferred: (key: string) => boolean;
}

/** Where nothing moves, nobody asks for places. */
const noPlaces: ReadonlyMap<string, Place> = new Map();

/** Indexes what planning the things of a tree needs. */
export function contextOf(
  planning: PlanContext,
  tree: Tree,
  isReferred: TreeContext["isReferred"],
): TreeContext {
  const appears = tree.acts.filter(({ type }) => type === "appear");
  const moves = tree.acts.filter((act) => act.type === "move");
  const isStill = tree.acts.length + tree.deletes.size === 0;
  const now = isStill ? noPlaces : placesIn(tree.current);
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
export function referredIn(planning: PlanContext): TreeContext["isReferred"] {
  const keys = once(
    () =>
      new Set(
        planning.live.resources.flatMap((live) => referencesOf(planning.kinds, live).map(({ key }) => key)),
      ),
  );
  return (key) => keys().has(key);
}
