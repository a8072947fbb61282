import { liveKey } from "../../model/live.ts";
import { manifestValue, root, type TreeNode, treeField, treeParentKey } from "../match/tree-kind.ts";
import { listsOf, type Order, type Place, placesIn, put } from "../sequence/ordered-lists.ts";
import { itemName } from "../state/live-address.ts";
import { type PlanContext, targetOf } from "../state/planning.ts";
import type { TreeAct, TreeItem } from "./tree-order.ts";
import type { TreeState } from "./tree-state.ts";

/** The things of a tree as items of an arrangement: their containers now and afterwards. */
export function treeItems(planning: PlanContext, state: TreeState): ReadonlyMap<string, TreeItem> {
  const items = new Map<string, TreeItem>();
  const itemOf = (node: TreeNode): TreeItem => {
    const known = items.get(node.name);
    if (known !== undefined) return known;
    const { name, kind } = node;
    const item = { name, isContainer: kind.tree.holds === true, ...placeOf(node) };
    items.set(name, item);
    return item;
  };
  const placeOf = (node: TreeNode): Omit<TreeItem, "name" | "isContainer"> => {
    const isNew = node.from === undefined;
    const original = isNew ? originalOf(planning, state, node) : undefined;
    if (original === undefined) {
      const from = node.from ?? firstContainer(planning, state, node);
      return { from, to: node.to ?? from, isNew, original: undefined };
    }
    // A copy appears with its original, and without a place of its own it stays with it.
    const { from, to } = itemOf(original);
    return { from, to: node.to ?? (original.isDeleted ? from : to), isNew, original: original.name };
  };
  for (const node of state.nodes.values()) itemOf(node);
  return items;
}

/** The original of a new copy, in the tree of its organization. */
export function originalOf(planning: PlanContext, state: TreeState, node: TreeNode): TreeNode | undefined {
  const { kind, resource, live } = node;
  const name = treeField(kind, "copy") ?? "";
  const field = kind.fields[name];
  const value = resource && live === undefined ? manifestValue(kind, resource, "copy", true) : undefined;
  if (resource === undefined || field === undefined || typeof value !== "string") return undefined;
  const target = targetOf(planning, resource, field, value);
  if (target?.address !== undefined) return state.nodes.get(target.address);
  const { organization } = resource;
  const original = planning.liveByKey(liveKey({ organization, kind: field.refersTo ?? "", id: target?.id }));
  return original && state.nodes.get(itemName(planning, original));
}

/** The container that a new thing appears in: a created one in its own, a restored one in its old one. */
function firstContainer(planning: PlanContext, { nodes }: TreeState, { live, to }: TreeNode): string {
  if (live === undefined) return to ?? root;
  const key = treeParentKey(planning.kinds.get(live.kind), live);
  const outer = key === undefined ? undefined : planning.liveByKey(key);
  const container = outer && itemName(planning, outer);
  return container !== undefined && nodes.has(container) ? container : root;
}

/** The places once the acts are done and deleted items are gone. */
export function placesAfter(
  current: Order,
  acts: readonly TreeAct[],
  isGone: (name: string) => boolean,
): ReadonlyMap<string, Place> {
  const lists = listsOf(current);
  for (const act of acts) put(lists, act.item, act.container, act.type === "move" ? act.anchor : undefined);
  return placesIn(new Map([...lists.items].map(([name, all]) => [name, all.filter((one) => !isGone(one))])));
}
