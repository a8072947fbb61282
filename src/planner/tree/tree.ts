import { once } from "../../contract/once.ts";
import type { DesiredOrganization } from "../../model/desired.ts";
import { blockedReasons } from "../diff/blocked.ts";
import type { TreeNode } from "../match/tree-kind.ts";
import { shownAloneIn } from "../sequence/shown-alone.ts";
import { whyNeeded } from "../state/named-by-id.ts";
import type { PlanContext, Planning } from "../state/planning.ts";
import { type DeleteIndex, indexDeletes, isDeletedIn, type TreeDeletes, treeDeletes } from "./deletes.ts";
import type { TreeItem } from "./list-acts.ts";
import { arrangeTree, type TreeAct } from "./tree-order.ts";
import { treeItems } from "./tree-places.ts";
import { type TreeState, treeState } from "./tree-state.ts";

/** The tree of one organization, what is deleted of it, and how the rest comes to stand as it shall. */
export interface Tree extends TreeState {
  readonly items: ReadonlyMap<string, TreeItem>;
  readonly deletes: TreeDeletes;
  readonly index: DeleteIndex;
  /** Does something stand in a holder, at any depth, that shows its place? */
  readonly isSeen: (holder: string) => boolean;
  /** Will something, once all is done? */
  readonly willBeSeen: (holder: string) => boolean;
  readonly acts: readonly TreeAct[];
}

/** Reads and arranges the tree of an organization. */
export function treeOf(planning: PlanContext, organization: DesiredOrganization): Tree {
  const state = treeState(planning, organization);
  const items = treeItems(planning, state);
  const deletes = treeDeletes(state.nodes, items, whyKept(planning, state));
  const index = indexDeletes(state.nodes, items, deletes);
  // Asked for only where a holder may have to move.
  const seen = once(() => seenIn(state));
  const isSeen = (holder: string): boolean => seen().has(holder);
  const willBe = once(() => willBeSeenIn({ ...state, items, deletes }));
  const willBeSeen = (holder: string): boolean => willBe().has(holder);
  const tree = { ...state, items, deletes, index, isSeen, willBeSeen };
  return { ...tree, acts: actsFor(tree) };
}

/**
 * Why something is not deleted: a manifest names it by its id, or a declared section shows nothing else, and the plan
 * could not make that again (A26).
 */
function whyKept(planning: PlanContext, { nodes }: TreeState): (node: TreeNode) => string | undefined {
  const needed = ({ live }: TreeNode): string | undefined => live && whyNeeded(planning, live);
  const deleted = [...nodes.values()].flatMap((node) =>
    node.isDeleted && node.live !== undefined && needed(node) === undefined ? node.live : [],
  );
  const shownAlone = shownAloneIn(planning, deleted);
  return (node) => {
    const section = node.live === undefined ? undefined : shownAlone(node.live);
    if (section === undefined) return needed(node);
    return `${section} shows nothing else, and would be deleted along; give it something else to show, or make it absent`;
  };
}

/** What has a place that can be seen now. */
function seenIn({ nodes }: TreeState): ReadonlySet<string> {
  const leaves = [...nodes.values()].filter(({ kind }) => kind.tree.holds !== true);
  return outwards(
    leaves.flatMap(({ from }) => from ?? []),
    (name) => nodes.get(name)?.from,
  );
}

/** How a tree comes to stand as it shall. */
function actsFor(tree: Omit<Tree, "acts">): readonly TreeAct[] {
  const { current, items, isSeen, willBeSeen } = tree;
  return arrangeTree({ items: [...items.values()], current, orders: ordersThen(tree), isSeen, willBeSeen });
}

/** What comes to stand in each holder of what its order names, in that order. */
function ordersThen({
  orders,
  items,
  deletes,
}: Pick<Tree, "orders" | "items" | "deletes">): ReadonlyMap<string, readonly string[]> {
  const stand = [...orders].map(([holder, names]) => {
    const stands = names.filter((name) => items.get(name)?.to === holder && !deletes.has(name));
    return [holder, stands] as const;
  });
  return new Map(stand);
}

/** What has a place that can be seen once all is done. */
function willBeSeenIn({
  nodes,
  items,
  deletes,
}: Pick<Tree, "nodes" | "items" | "deletes">): ReadonlySet<string> {
  const stay = [...nodes.values()].filter(
    ({ kind, name }) => kind.tree.holds !== true && !isDeletedIn(deletes, name),
  );
  return outwards(
    stay.flatMap(({ name }) => items.get(name)?.to ?? []),
    (name) => items.get(name)?.to,
  );
}

/** Names with the names of all that they stand in. */
function outwards(
  names: readonly string[],
  holderOf: (name: string) => string | undefined,
): ReadonlySet<string> {
  const all = new Set<string>();
  for (const name of names)
    for (let at: string | undefined = name; at !== undefined && !all.has(at); at = holderOf(at)) all.add(at);
  return all;
}

/** Planning with the trees of its organizations. */
export interface PlanningWithTrees extends PlanContext {
  readonly trees: readonly Tree[];
}

/** Planning that is not to lead anywhere, since what is declared could not be matched. */
export function withoutTrees(base: Planning): PlanningWithTrees {
  return { ...base, blockedReason: blockedReasons(base), createdIn: () => [], trees: [] };
}

/** Planning with the trees as they are and as they shall be. */
export function withTrees(base: Planning): PlanningWithTrees {
  const planning: PlanContext = { ...base, blockedReason: blockedReasons(base), createdIn: () => [] };
  const trees = base.desired.organizations.map((organization) => treeOf(planning, organization));
  return { ...planning, trees };
}
