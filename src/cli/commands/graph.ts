import { graphOfDesired, graphOfSteps, neighboursIn } from "../../explain/graph.ts";
import { type GraphForm, graphForms } from "../../explain/graph-forms.ts";
import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { organizationOf } from "../../model/address.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { Graph } from "../../model/graph.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { readAddresses } from "../../planner/state/targets.ts";
import type { CommonOptions } from "../../project/options.ts";
import { openProject } from "../../project/project.ts";
import { readSavedPlan, refuseOtherEnvironment } from "../../runs/apply/saved-plan.ts";

/** Options of `docform graph`. */
export interface GraphOptions extends CommonOptions<GraphForm> {
  readonly focus?: string;
}

/**
 * `docform graph [FILE]`: the dependencies between the resources of a project, or between the calls of a
 * saved plan.
 */
export async function graph(io: Io, file: string | undefined, options: GraphOptions): Promise<ExitCode> {
  const whole =
    file === undefined
      ? graphOf(await openProject(io, options))
      : graphOfSteps(await planIn(io, file, options));
  const made = options.focus === undefined ? whole : focusedOn(whole, options.focus);
  io.stdout.write(await graphForms[options.format](made));
  return exitCode.done;
}

function graphOf({ desired, kinds }: Project): Graph {
  return graphOfDesired(desired, kinds);
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

async function planIn(io: Io, file: string, { env }: CommonOptions): Promise<PlanDocument> {
  const saved = await readSavedPlan(io, file);
  if (env !== undefined) refuseOtherEnvironment(file, saved, env);
  return saved;
}
