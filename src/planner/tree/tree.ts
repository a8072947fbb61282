import { once } from "../../contract/once.ts";
import type { DesiredOrganization } from "../../model/desired.ts";
import { blockedReasons } from "../diff/blocked.ts";
import type { TreeNode } from "../match/tree-kind.ts";
import { shownAloneIn } from "../sequence/shown-alone.ts";
import type { PlanContext, Planning } from "../state/planning.ts";
import { whyNeeded } from "../state/referrers.ts";
import { type DeleteIndex, indexDeletes, isDeletedIn, type TreeDeletes, treeDeletes } from "./deletes.ts";
import { arrangeTree, type TreeAct, type TreeArrangement, type TreeItem } from "./tree-order.ts";
import { treeItems } from "./tree-places.ts";
import { type TreeState, treeState } from "./tree-state.ts";

/** The tree of one organization, its deletes, and the acts that bring the rest to its places. */
export interface Tree extends TreeState {
  readonly items: ReadonlyMap<string, TreeItem>;
  readonly deletes: TreeDeletes;
  readonly index: DeleteIndex;
  /** True when a space is in a collection, at any depth: that shows its place (A22). */
  readonly isSeen: (container: string) => boolean;
  readonly acts: readonly TreeAct[];
}

/** Reads and arranges the tree of an organization. */
export function treeOf(planning: PlanContext, organization: DesiredOrganization): Tree {
  const state = treeState(planning, organization);
  const items = treeItems(planning, state);
  const deletes = treeDeletes(state.nodes, items, whyKept(planning, state));
  const index = indexDeletes(state.nodes, items, deletes);
  const arrangement = {
    items: [...items.values()],
    current: state.current,
    orders: remainingOrders(state, items, deletes),
    isSeen: hasSpaces(
      state,
      () => true,
      (name) => state.nodes.get(name)?.from,
    ),
    willBeSeen: hasSpaces(
      state,
      (name) => !isDeletedIn(deletes, name),
      (name) => items.get(name)?.to,
    ),
  };
  return { ...state, items, deletes, index, isSeen: arrangement.isSeen, acts: arrangeTree(arrangement) };
}

/**
 * Why something is not deleted: a manifest refers to it by its id, or a declared section shows nothing else, and the plan
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

/** The orders without items that are deleted or are in another container. */
function remainingOrders(
  { orders }: TreeState,
  items: Tree["items"],
  deletes: TreeDeletes,
): TreeArrangement["orders"] {
  const isIn = (container: string, name: string): boolean =>
    items.get(name)?.to === container && !deletes.has(name);
  return new Map(
    [...orders].map(([container, names]) => [container, names.filter((name) => isIn(container, name))]),
  );
}

/** Finds the containers in which a space is, at any depth. They are collected when something asks, which is rare. */
function hasSpaces(
  { nodes }: TreeState,
  isThere: (name: string) => boolean,
  parentOf: (name: string) => string | undefined,
): (container: string) => boolean {
  const containers = once(() => {
    const all = new Set<string>();
    for (const { name, kind } of nodes.values()) {
      if (kind.tree.holds === true || !isThere(name)) continue;
      for (let at = parentOf(name); at !== undefined && !all.has(at); at = parentOf(at)) all.add(at);
    }
    return all;
  });
  return (container) => containers().has(container);
}

/** Planning with the trees of its organizations. */
export interface PlanningWithTrees extends PlanContext {
  readonly trees: readonly Tree[];
}

/** Planning without trees, for manifests that could not be matched. */
export function withoutTrees(base: Planning): PlanningWithTrees {
  return { ...base, blockedReason: blockedReasons(base), createdIn: () => [], trees: [] };
}

/** Adds the trees of all organizations. */
export function withTrees(base: Planning): PlanningWithTrees {
  const planning: PlanContext = { ...base, blockedReason: blockedReasons(base), createdIn: () => [] };
  const trees = base.desired.organizations.map((organization) => treeOf(planning, organization));
  return { ...planning, trees };
}
