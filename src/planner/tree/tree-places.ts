import { liveKey } from "../../model/live.ts";
import { manifestValue, root, type TreeNode, treeField, treeParentKey } from "../match/tree-kind.ts";
import { itemName } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import { targetOf } from "../state/planning.ts";
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

/** What a new one is to be a copy of, in the tree of its organization. */
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
  const holder = outer && itemName(planning, outer);
  return holder !== undefined && nodes.has(holder) ? holder : root;
}

/** Place of each thing in what it stands in, from 1. */
export type Places = ReadonlyMap<string, number>;

/** Places as the lists have them. */
export function placesNow(current: ReadonlyMap<string, readonly string[]>): Places {
  return new Map([...current.values()].flatMap((names) => names.map((name, at) => [name, at + 1] as const)));
}

/** Places once the acts are done and what leaves is gone. */
export function placesAfter(
  current: ReadonlyMap<string, readonly string[]>,
  acts: readonly TreeAct[],
  isGone: (name: string) => boolean,
): Places {
  const lists = new Map([...current].map(([container, names]) => [container, [...names]]));
  const parents = new Map(
    [...current].flatMap(([container, names]) => names.map((name) => [name, container])),
  );
  for (const act of acts) {
    const before = lists.get(parents.get(act.item) ?? "") ?? [];
    const from = before.indexOf(act.item);
    if (from >= 0) before.splice(from, 1);
    const list = lists.get(act.container) ?? [];
    const anchor = act.type === "move" ? act.anchor : undefined;
    const beside = anchor === undefined ? list.length : list.indexOf(anchor.sibling);
    list.splice(beside + (anchor?.side === "after" ? 1 : 0), 0, act.item);
    lists.set(act.container, list);
    parents.set(act.item, act.container);
  }
  return placesNow(new Map([...lists].map(([name, all]) => [name, all.filter((one) => !isGone(one))])));
}
