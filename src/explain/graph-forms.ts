import type { Graph } from "../model/graph.ts";
import { stop } from "../model/stop.ts";

type RenderGraph = (graph: Graph) => Promise<string>;

/** The forms of a graph, by the name that `--format` takes. Each loads its code when it is asked for. */
export const graphForms = {
  mermaid: async (graph) => (await import("../render/text/graph-text.ts")).renderMermaid(drawable(graph)),
  dot: async (graph) => (await import("../render/text/graph-text.ts")).renderDot(graph),
} as const satisfies Readonly<Record<string, RenderGraph>>;

/** The name of a form of a graph. */
export type GraphForm = keyof typeof graphForms;

const mostArrows = 500;

/** Mermaid draws 500 arrows at most (`maxEdges`), and shows an error in place of more. Throws `Stop` then. */
function drawable(graph: Graph): Graph {
  const { length } = graph.edges;
  if (length <= mostArrows) return graph;
  const hint = "draw the neighbours of one address with --focus ADDRESS, or all of it with --format dot";
  throw stop("DF5001", `the graph has ${length} arrows, and Mermaid draws ${mostArrows} at most`, { hint });
}
