import { root } from "../sequence/arrangement.ts";
import { nameOfNode, type TreeNode } from "./tree-node.ts";

type Nodes = ReadonlyMap<string, TreeNode>;

/**
 * Keeps what would come to stand in itself where it is: collection A is to go into B, which stands in A, and nothing
 * says where B goes. That may close another circle, so the search starts again until there is none.
 */
export function withoutCircles(nodes: Nodes): Nodes {
  const result = new Map(nodes);
  for (;;) {
    const circling = [...result.values()].filter((node) => isMoving(node) && standsInItself(result, node));
    if (circling.length === 0) return result;
    for (const node of circling) {
      const holder = nodes.get(node.to ?? root);
      const named = holder === undefined ? node.to : nameOfNode(holder);
      const stuck = `it would stand in itself: ${named} stands in it, or is to; say where that goes`;
      result.set(node.name, { ...node, to: undefined, stuck, shut: node.to });
    }
  }
}

/** What is new moves nothing: a circle of new ones is a mistake of the manifests, which were checked. */
function isMoving({ from, to }: TreeNode): boolean {
  return from !== undefined && to !== undefined && to !== from;
}

function standsInItself(nodes: Nodes, { name, to }: TreeNode): boolean {
  const seen = new Set<string>();
  let at = to;
  while (at !== undefined && at !== name && !seen.has(at)) {
    seen.add(at);
    const node = nodes.get(at);
    at = node?.to ?? node?.from;
  }
  return at === name;
}
