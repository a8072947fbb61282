import { isDeletedIn } from "./deletes.ts";
import type { Grown } from "./planning-trees.ts";
import { outwards, type Tree } from "./tree.ts";
import { actCall, nodeAddress } from "./tree-calls.ts";
import type { TreeNode } from "./tree-node.ts";
import type { TreeAct } from "./tree-order.ts";

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
