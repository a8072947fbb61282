import { addTo } from "../../model/group-by.ts";
import { liveKey } from "../../model/live.ts";
import { manifestValue, root, type TreeNode, treeField, treeParentKey } from "../match/tree-kind.ts";
import { itemName } from "../state/live-address.ts";
import type { PlanContext } from "../state/planning.ts";
import { targetOf } from "../state/planning.ts";
import type { TreeItem } from "./list-acts.ts";
import type { TreeAct } from "./tree-order.ts";
import type { TreeState } from "./tree-state.ts";

/** Where everything that stays comes to stand, and how what is new gets there: as items of an arrangement. */
export function treeItems(planning: PlanContext, state: TreeState): ReadonlyMap<string, TreeItem> {
  const items = new Map<string, TreeItem>();
  const copies = new Map<string, string[]>();
  // Copies that stand before an original that is new in the same list, which has to be there first all the same.
  const before = new Map<string, string[]>();
  const places = placesIn(state);
  const itemOf = (node: TreeNode): TreeItem => {
    const known = items.get(node.name);
    if (known !== undefined) return known;
    const item = { name: node.name, isHolder: node.kind.tree.holds === true, ...placeOf(node) };
    items.set(node.name, item);
    return item;
  };
  const placeOf = (node: TreeNode): Omit<TreeItem, "name" | "isHolder"> => {
    if (node.from !== undefined) return { from: node.from, to: node.to ?? node.from, isNew: false };
    const original = originalOf(planning, state, node);
    if (original !== undefined) return copyPlace(node, original);
    const born = bornIn(planning, state, node);
    return { from: born, to: node.to ?? born, isNew: true };
  };
  /** Before or after the original changes its place, whichever saves a call. */
  const copyPlace = (node: TreeNode, original: TreeNode): Omit<TreeItem, "name" | "isHolder"> => {
    const { from, to, isNew } = itemOf(original);
    const leaves = original.isDeleted;
    const wanted = node.to ?? (leaves ? from : to);
    // An order may want the copy before its original: then it cannot come into being behind it.
    const isFirst = (places.get(node.name) ?? Infinity) < (places.get(original.name) ?? -1);
    const isBehind = !leaves && from !== to && wanted === to && !isFirst;
    if (isBehind) return { from: to, to, isNew: true, behind: original.name };
    if (!leaves && (from !== to || isNew)) addTo(copies, original.name, node.name);
    if (isFirst && isNew && from === to && wanted === to) addTo(before, original.name, node.name);
    return { from, to: wanted, isNew: true };
  };
  for (const node of state.nodes.values()) itemOf(node);
  for (const [name, names] of copies) {
    const item = items.get(name);
    if (item !== undefined) items.set(name, { ...item, copies: names });
  }
  return withOriginals(before, items);
}

/** What is new and copied comes first where a copy shall stand before it: of copies of copies, the first original. */
function withOriginals(
  before: ReadonlyMap<string, readonly string[]>,
  items: ReadonlyMap<string, TreeItem>,
): ReadonlyMap<string, TreeItem> {
  if (before.size === 0) return items;
  const depthOf = (name: string): number => Math.max(-1, ...(before.get(name) ?? []).map(depthOf)) + 1;
  const early = [...before.keys()].flatMap((name): readonly [string, TreeItem][] => {
    const item = items.get(name);
    return item === undefined
      ? []
      : [[name, { ...item, isEarly: true, depth: Math.max(item.depth ?? 0, depthOf(name)) }]];
  });
  return new Map([...items, ...early]);
}

/** Place of each thing in the order that names it. */
function placesIn({ orders }: TreeState): ReadonlyMap<string, number> {
  return new Map([...orders.values()].flatMap((order) => order.map((name, place) => [name, place] as const)));
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

/** A created one comes into being where it shall stand, a restored one where it was. */
function bornIn(planning: PlanContext, { nodes }: TreeState, { live, to }: TreeNode): string {
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
