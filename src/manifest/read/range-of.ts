import type { Node } from "yaml";

/** Where a node of a parsed text begins and ends, without what stands before and after it. */
export function rangeOf(node: Node): readonly [number, number] {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}
