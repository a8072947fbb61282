import type { Address } from "../../model/address.ts";
import { root } from "../sequence/arrangement.ts";
import { ordersThen, type Tree } from "../tree/tree.ts";
import { nodeAddress } from "../tree/tree-calls.ts";
import { isTreeKind, treeField } from "../tree/tree-kind.ts";
import type { TreeNode } from "../tree/tree-node.ts";
import type { TreeAct } from "../tree/tree-order.ts";
import { originalOf } from "../tree/tree-places.ts";
import { noteFields, noteInside, type Watch } from "./footprint.ts";
import { seeIdentity, seeItem } from "./see-identity.ts";

/**
 * What the calls of a tree rest on: where what moves, or is copied, stands; what that, or something new, is to come next to;
 * the order of what an order names, where something of it moves or comes; and all that stands in what leaves, since that goes along
 * (A19, A20).
 */
export function seeTree(watch: Watch, tree: Tree, changed: ReadonlySet<Address>): void {
  const isChanged = (node: TreeNode | undefined): boolean =>
    node !== undefined && changed.has(nodeAddress(watch.planning, node));
  const acts = tree.acts.filter(({ item }) => isChanged(tree.nodes.get(item)));
  const before = namesBefore(tree);
  for (const act of acts) seeAct(watch, tree, act, before);
  const acted = new Set(acts.map(({ item }) => item));
  for (const [holder, names] of tree.orders) {
    if (!names.some((name) => acted.has(name))) continue;
    seeOrder(watch, tree, holder, names);
    // What has no place that can be seen is ordered among holders only, which would not do for what has one.
    for (const name of names) if (!tree.isSeen(name) || !tree.willBeSeen(name)) seeUnseen(watch, tree, name);
  }
  const leaving = [...tree.leaving.values()].map(({ node }) => node).filter(isChanged);
  for (const node of leaving) seeInside(watch, node);
}

function seeAct(watch: Watch, tree: Tree, act: TreeAct, before: ReadonlyMap<string, string>): void {
  const node = tree.nodes.get(act.item);
  if (node === undefined) return;
  seeItem(watch, act.container);
  seePlace(watch, node);
  seeIdentity(watch, act.type === "move" ? act.anchor?.sibling : before.get(act.item));
  // A copy comes into being beside its original (A16).
  const original = originalOf(watch.planning, tree, node);
  if (original !== undefined) seePlace(watch, original);
  if (node.kind.tree.holds !== true || act.type !== "move") return;
  if (act.isElsewhere) seeOutwards(watch, tree, act.container);
  if (tree.isSeen(act.item)) seeWhatShows(watch, tree, act.item);
}

/** By its name, what comes to stand before something in an order: what is new comes to the end, and so stands behind that. */
function namesBefore(tree: Tree): ReadonlyMap<string, string> {
  const pairs = [...ordersThen(tree).values()].flatMap((names) =>
    names.slice(1).map((name, at) => [name, names[at] ?? name] as const),
  );
  return new Map(pairs);
}

/** What something stands in. */
function seePlace(watch: Watch, node: TreeNode): void {
  const { name, kind, live } = node;
  if (live === undefined || live.arrivesBy !== undefined) return;
  seeItem(watch, name);
  const field = treeField(kind, "holder");
  if (field !== undefined) noteFields(watch, nodeAddress(watch.planning, node), live, [field]);
}

/** Nothing can be moved below itself (A18): so what stands around the new holder must stay as it is. */
function seeOutwards(watch: Watch, { nodes }: Tree, container: string): void {
  for (let node = nodes.get(container); node !== undefined; node = nodes.get(node.from ?? root))
    seePlace(watch, node);
}

/** All in a holder in which nothing can be seen, and in those that stand in it. */
function seeUnseen(watch: Watch, tree: Tree, name: string): void {
  const node = tree.nodes.get(name);
  if (node?.kind.tree.holds !== true) return;
  seeInside(watch, node);
  for (const inner of tree.current.get(name) ?? []) seeUnseen(watch, tree, inner);
}

/** The first thing in a holder that lists show: while it stands there, the place of the holder can be seen (A18). */
function seeWhatShows(watch: Watch, tree: Tree, holder: string): void {
  const isShown = (name: string): boolean =>
    tree.nodes.get(name)?.kind.tree.holds !== true || tree.isSeen(name);
  const first = tree.current.get(holder)?.find(isShown);
  const node = first === undefined ? undefined : tree.nodes.get(first);
  if (node === undefined) return;
  seePlace(watch, node);
  if (node.kind.tree.holds === true) seeWhatShows(watch, tree, node.name);
}

/** All that stands in a holder: one thing more, or less, is another holder. */
function seeInside(watch: Watch, node: TreeNode): void {
  const { kind, live, name } = node;
  if (kind.tree.holds !== true || live === undefined || live.arrivesBy !== undefined) return;
  seeItem(watch, name);
  const kinds = watch.planning.kinds.childrenOf().filter(isTreeKind);
  for (const { plural } of kinds) noteInside(watch, nodeAddress(watch.planning, node), live, plural);
}

/** What an order names and stands in its holder already. */
function seeOrder(watch: Watch, tree: Tree, holder: string, names: readonly string[]): void {
  const node = tree.nodes.get(holder);
  const standing = new Set(tree.current.get(holder));
  const stays = names.filter((name) => standing.has(name) && !tree.leaving.has(name));
  const ids = stays.flatMap((name) => tree.nodes.get(name)?.live?.id ?? []);
  if (ids.length === 0) return;
  if (holder === root) noteInside(watch, tree.organization.alias, undefined, "order", ids);
  if (node?.live === undefined || node.live.arrivesBy !== undefined) return;
  seeItem(watch, holder);
  noteInside(watch, nodeAddress(watch.planning, node), node.live, "order", ids);
}
