import { groupBy } from "../../model/group-by.ts";
import { root } from "../sequence/arrangement.ts";
import { isDeletedIn } from "./deletes.ts";
import type { TreeItem } from "./list-acts.ts";
import type { Grown } from "./planning-trees.ts";
import { actsFor, outwards, type Tree } from "./tree.ts";
import { actCall, nodeAddress } from "./tree-calls.ts";
import type { TreeNode } from "./tree-kind.ts";
import type { TreeAct } from "./tree-order.ts";
import { placesAfter } from "./tree-places.ts";
import { inOrder } from "./tree-state.ts";

/** Is a call in the part: an address and the name of an operation? */
export type IsChosen = (call: string) => boolean;

/** A tree as a part of the plan leaves it. */
export interface AfterPart {
  readonly isDone: (act: TreeAct) => boolean;
  /** What something stands in; undefined for what is not there. */
  readonly holderOf: (name: string) => string | undefined;
  /** Has a holder a place that can be seen? */
  readonly isSeen: (holder: string) => boolean;
}

/** What is where, and what can be seen, once the chosen calls are done. */
export function afterPart(planning: Grown, tree: Tree, isChosen: IsChosen): AfterPart {
  const { nodes, acts } = tree;
  const isDone = (act: TreeAct): boolean => callsOf(planning, tree, act).some(isChosen);
  const holders = new Map([...nodes.values()].map(({ name, from }) => [name, from]));
  for (const act of acts) if (isDone(act)) holders.set(act.item, act.container);
  for (const { node, by } of tree.deletes.values())
    if (isDeletedIn(tree.deletes, node.name) && isChosen(deleteCall(planning, by))) holders.delete(node.name);
  const holderOf = (name: string): string | undefined => holders.get(name);
  const leaves = [...nodes.values()].filter(({ kind }) => kind.tree.holds !== true);
  const seen = outwards(
    leaves.flatMap(({ name }) => holderOf(name) ?? []),
    holderOf,
  );
  return { isDone, holderOf, isSeen: (holder) => seen.has(holder) };
}

function callsOf(planning: Grown, tree: Tree, act: TreeAct): readonly string[] {
  const node = tree.nodes.get(act.item);
  if (act.type === "move") return [actCall(planning, tree, act)];
  return node === undefined ? [] : comingCalls(planning, node);
}

/** Calls by which something of a tree can come into being. */
export function comingCalls(planning: Grown, node: TreeNode): readonly string[] {
  const { operations, tree } = node.kind;
  const coming = [operations.create, tree.copy, tree.restore?.operation];
  return coming.flatMap((one) => (one === undefined ? [] : `${nodeAddress(planning, node)} ${one.name}`));
}

function deleteCall(planning: Grown, by: TreeNode): string {
  return `${nodeAddress(planning, by)} ${by.kind.operations.delete?.name}`;
}

/** What is still to be done in a tree once a part of the plan is: what the next plan would do in it. */
export function actsAfter(tree: Tree, after: AfterPart): readonly TreeAct[] {
  const items = [...tree.items.values()].flatMap((item) => itemAfter(tree, after, item));
  return actsFor({
    ...tree,
    items: new Map(items.map((item) => [item.name, item])),
    current: currentAfter(tree, after),
    isSeen: after.isSeen,
  });
}

function itemAfter({ nodes }: Tree, after: AfterPart, item: TreeItem): readonly TreeItem[] {
  const { name, isHolder, to, copies = [] } = item;
  const from = after.holderOf(name);
  if (from === undefined) return nodes.get(name)?.from === undefined ? [item] : [];
  const left = copies.filter((copy) => after.holderOf(copy) === undefined);
  return [{ name, isHolder, from, to, isNew: false, copies: left }];
}

/** What stands in each holder then. */
function currentAfter({ nodes, current, acts }: Tree, after: AfterPart): Tree["current"] {
  const places = placesAfter(current, acts.filter(after.isDone), () => false);
  const place = (name: string): number => places.get(name) ?? 0;
  const there = [...nodes.values()].filter(({ name }) => after.holderOf(name) !== undefined);
  const shown = there.filter(({ name, kind }) => kind.tree.holds !== true || after.isSeen(name));
  const seen = new Map(shown.map(({ name }) => [name, place(name)]));
  const inside = groupBy(there, ({ name }) => after.holderOf(name) ?? root);
  return new Map(
    [...inside].map(([holder, all]) => [
      holder,
      inOrder(
        [...all].sort((a, b) => place(a.name) - place(b.name)),
        seen,
      ),
    ]),
  );
}

/**
 * What has to come along so that the next plan leaves the targets where the part puts them. Which moves are the
 * fewest depends on which holders can be seen, and the part changes that: it may leave unseen what stands beside a
 * target, or show what has yet to move. Where the next plan would move a target, the other moves of holders in that
 * list come along, with what first shows those that the part leaves unseen; if that is not enough, all of the list.
 */
export function keepingPlaces(
  tree: Tree,
  isTarget: (name: string) => boolean,
  shown: ReadonlyMap<string, readonly string[]>,
  after: AfterPart,
): readonly string[] {
  const moved = actsAfter(tree, after).filter(({ item }) => isTarget(item));
  const lists = new Set(moved.flatMap(({ item }) => tree.items.get(item)?.to ?? []));
  const left = groupBy(
    tree.acts.filter((act) => !after.isDone(act)),
    ({ item }) => tree.items.get(item)?.to ?? "",
  );
  return [
    ...newlyShown(tree, isTarget, after),
    ...[...lists].flatMap((list) => {
      const unseen = (tree.orders.get(list) ?? []).filter(
        (name) => isHolder(tree, name) && after.holderOf(name) === list && !after.isSeen(name),
      );
      const acts = left.get(list) ?? [];
      const first = [
        ...acts.filter(({ type, item }) => type === "move" && isHolder(tree, item)).map(({ item }) => item),
        ...unseen.flatMap((name) => shown.get(name) ?? []),
      ];
      return first.length > 0 ? first : acts.map(({ item }) => item);
    }),
  ];
}

/** Holders that the part shows beside a target, where they have yet to move: nobody knows where they come to be seen. */
function newlyShown(tree: Tree, isTarget: (name: string) => boolean, after: AfterPart): readonly string[] {
  const lists = [...tree.orders].filter(([, names]) => names.some(isTarget));
  const besideTargets = new Set(lists.map(([list]) => list));
  return tree.acts
    .filter(({ type, item, container }) => type === "move" && after.holderOf(item) === container)
    .filter((act) => !after.isDone(act) && !tree.isSeen(act.item) && after.isSeen(act.item))
    .filter(({ container }) => besideTargets.has(container))
    .map(({ item }) => item);
}

function isHolder({ nodes }: Tree, name: string): boolean {
  return nodes.get(name)?.kind.tree.holds === true;
}
