import type { Address } from "../../model/address.ts";
import { isDeletedIn } from "./deletes.ts";
import type { Grown } from "./planning-trees.ts";
import { afterPart, comingCalls, type IsChosen, keepingPlaces } from "./target-part.ts";
import type { Tree } from "./tree.ts";
import { nodeAddress } from "./tree-calls.ts";
import type { TreeNode } from "./tree-kind.ts";
import type { TreeAct } from "./tree-order.ts";

/**
 * Calls (an address and the name of an operation) without which nobody could see where a target stands. A holder
 * has a place in a list with others only once something in it can be seen (A18, A22): what shows it first comes
 * along, else it would be moved there again by each plan for that target. What comes along may ask for more: `isChosen`
 * tells the calls that the part has by now.
 */
export function showingCalls(
  planning: Grown,
  isTarget: (address: Address) => boolean,
  isChosen: IsChosen,
): ReadonlySet<string> {
  return new Set(planning.trees.flatMap((tree) => showingIn(planning, tree, isTarget, isChosen)));
}

function showingIn(
  planning: Grown,
  tree: Tree,
  isTarget: (address: Address) => boolean,
  isChosen: IsChosen,
): readonly string[] {
  const targets = targetsIn(planning, tree, isTarget);
  if (targets.size === 0) return [];
  const shown = firstShown(tree);
  const after = afterPart(planning, tree, isChosen);
  const first = new Set(holdersAmong(tree, targets).flatMap((name) => shown.get(name) ?? []));
  const isPending = tree.acts.some((act) => first.has(act.item) && !after.isDone(act));
  // What the next plan would do is asked only once all targets are to be seen.
  const brought = isPending ? [...first] : keepingPlaces(tree, (name) => targets.has(name), shown, after);
  return brought.flatMap((name) => placingCalls(planning, tree.nodes.get(name)));
}

/** What of a tree is a target. */
function targetsIn(
  planning: Grown,
  { nodes }: Tree,
  isTarget: (address: Address) => boolean,
): ReadonlySet<string> {
  const targets = [...nodes.values()].filter((node) => isTarget(nodeAddress(planning, node)));
  return new Set(targets.map(({ name }) => name));
}

/** Holders among the targets that are ordered beside something that is none. */
function holdersAmong({ nodes, orders }: Tree, targets: ReadonlySet<string>): readonly string[] {
  const isHolder = (name: string): boolean => nodes.get(name)?.kind.tree.holds === true;
  const mixed = [...orders.values()].filter((names) => !names.every(isHolder));
  return mixed.flat().filter((name) => targets.has(name) && isHolder(name));
}

/** For each holder that will be seen, what has to come into it for that: the least, so nothing where something stays. */
function firstShown({ nodes, items, acts, deletes }: Tree): ReadonlyMap<string, readonly string[]> {
  const coming = new Set(acts.filter(isComing).map(({ item }) => item));
  const shown = new Map<string, readonly string[]>();
  for (const { name, kind } of nodes.values()) {
    if (kind.tree.holds === true || isDeletedIn(deletes, name)) continue;
    const brought: string[] = [];
    for (let at: string | undefined = name; at !== undefined; at = items.get(at)?.to) {
      if (brought.length < (shown.get(at)?.length ?? Infinity)) shown.set(at, [...brought]);
      if (coming.has(at)) brought.push(at);
    }
  }
  return shown;
}

/** Does it come to where it was not? */
function isComing(act: TreeAct): boolean {
  return act.type === "appear" || act.isElsewhere;
}

/** Calls by which something of a tree comes to its place. */
function placingCalls(planning: Grown, node: TreeNode | undefined): readonly string[] {
  if (node === undefined) return [];
  return [
    ...comingCalls(planning, node),
    `${nodeAddress(planning, node)} ${node.kind.tree.move.operation.name}`,
  ];
}
