/** A graph: keys, and the keys that each needs. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** One thing, and the lines that say what it is. */
interface GraphNode {
  readonly id: string;
  readonly label: readonly string[];
}

/** `from` needs `to`; the label says why. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}
