import { root } from "../sequence/arrangement.ts";
import { nameOfNode, type TreeNode } from "./tree-node.ts";

/**
 * What would stand in itself, since something in it does not say where it goes, stays where it is. That may close
 * another circle, so it is looked for again; where nothing moves, there is none.
 */
export function withoutCircles(nodes: ReadonlyMap<string, TreeNode>): ReadonlyMap<string, TreeNode> {
  if (![...nodes.values()].some(isGoing)) return nodes;
  const result = new Map(nodes);
  const holderOf = (name: string): string => {
    const node = result.get(name);
    return node?.to ?? node?.from ?? root;
  };
  for (;;) {
    const circles = circlesIn([...nodes.keys()], holderOf);
    if (circles.length === 0) return result;
    for (const circle of circles)
      for (const { node, isAlone } of movingIn(result, circle))
        result.set(node.name, keptInPlace(result, node, isAlone));
  }
}

function isGoing({ from, to }: TreeNode): boolean {
  return to !== undefined && to !== from;
}

/** What moves in a circle, and whether all else in it stays where it is. */
interface Moving {
  readonly node: TreeNode;
  readonly isAlone: boolean;
}

/** What is new has no place to stay in, so it gives way only where nothing else moves. */
function movingIn(nodes: ReadonlyMap<string, TreeNode>, circle: readonly string[]): readonly Moving[] {
  const going = circle.flatMap((name) => nodes.get(name) ?? []).filter(isGoing);
  const moving = going.filter(({ from }) => from !== undefined);
  return (moving.length === 0 ? going : moving).map((node) => ({ node, isAlone: going.length === 1 }));
}

/** Each circle of names that a way outwards comes back to. */
function circlesIn(
  names: readonly string[],
  holderOf: (name: string) => string,
): readonly (readonly string[])[] {
  const done = new Set<string>([root]);
  return names.flatMap((start) => {
    const path: string[] = [];
    const seen = new Set<string>();
    let at = start;
    for (; !done.has(at) && !seen.has(at); at = holderOf(at)) {
      path.push(at);
      seen.add(at);
    }
    for (const name of path) done.add(name);
    return seen.has(at) ? [path.slice(path.indexOf(at))] : [];
  });
}

function keptInPlace(nodes: ReadonlyMap<string, TreeNode>, node: TreeNode, isAlone: boolean): TreeNode {
  const holder = nodes.get(node.to ?? root);
  const named = holder === undefined ? node.to : nameOfNode(holder);
  const why = isAlone ? "stands in it, and nothing says where that goes" : "would come to stand in it";
  const stuck = `it would stand in itself: ${named} ${why}`;
  return { ...node, to: undefined, stuck, shut: node.to };
}
