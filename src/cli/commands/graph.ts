import { graphOfDesired, graphOfSteps, neighboursIn } from "../../explain/graph.ts";
import type { Io } from "../../io/io.ts";
import { kinds } from "../../kinds/kinds.ts";
import { organizationOf } from "../../model/address.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { Graph } from "../../model/graph.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import { readAddresses } from "../../planner/state/targets.ts";
import type { CommonOptions } from "../../project/options.ts";
import { openProject } from "../../project/project.ts";
import { renderDot, renderMermaid } from "../../render/text/graph-text.ts";
import { readSavedPlan, refuseOtherEnvironment } from "../../runs/apply/saved-plan.ts";

/** Options of `docform graph`. */
export interface GraphOptions extends CommonOptions {
  readonly focus?: string;
}

const mostArrows = 500;

/**
 * `docform graph [FILE]`: the dependencies between the resources of a project, or between the calls of a
 * saved plan.
 */
export async function graph(io: Io, file: string | undefined, options: GraphOptions): Promise<ExitCode> {
  const whole =
    file === undefined
      ? graphOfDesired((await openProject(io, options)).desired, indexKinds(kinds))
      : graphOfSteps(await planIn(io, file, options));
  const made = options.focus === undefined ? whole : focusedOn(whole, options.focus);
  if (options.format === "dot") io.stdout.write(renderDot(made));
  else io.stdout.write(renderMermaid(drawable(made)));
  return exitCode.done;
}

/** The neighbours of one address. Throws `Stop` for one that is not in the graph. */
function focusedOn(whole: Graph, written: string): Graph {
  const known = [...new Set(whole.nodes.flatMap(({ label }) => label.at(-1) ?? []))].filter((one) =>
    one.includes("/"),
  );
  const { addresses, diagnostics } = readAddresses([written], [...new Set(known.map(organizationOf))], {
    name: "--focus",
    known,
    fits: (address, text) => address === text,
    code: "DF5001",
    unknown: "is not in the graph",
  });
  if (diagnostics.length > 0) throw new Stop(diagnostics);
  return neighboursIn(whole, addresses.join(""));
}

/** Mermaid draws 500 arrows at most (`maxEdges`), and shows an error in place of more. Throws `Stop` then. */
function drawable(graph: Graph): Graph {
  const { length } = graph.edges;
  if (length <= mostArrows) return graph;
  const hint = "draw the neighbours of one address with --focus ADDRESS, or all of it with --format dot";
  throw stop("DF5001", `the graph has ${length} arrows, and Mermaid draws ${mostArrows} at most`, { hint });
}

async function planIn(io: Io, file: string, { env }: CommonOptions): Promise<PlanDocument> {
  const saved = await readSavedPlan(io, file);
  if (env !== undefined) refuseOtherEnvironment(file, saved, env);
  return saved;
}
