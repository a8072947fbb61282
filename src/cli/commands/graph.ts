import { graphOfDesired, graphOfSteps } from "../../explain/graph.ts";
import type { Io } from "../../io/io.ts";
import { kinds } from "../../kinds/kinds.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { openProject } from "../../project/project.ts";
import { renderDot, renderMermaid } from "../../render/text/graph-text.ts";
import { readSavedPlan, refuseOtherEnvironment } from "../planning/saved-plan.ts";

/**
 * `docform graph [FILE]`: the dependencies between the resources of a project, or between the calls of a
 * saved plan.
 */
export async function graph(io: Io, file: string | undefined, options: CommonOptions): Promise<ExitCode> {
  const made =
    file === undefined
      ? graphOfDesired((await openProject(io, options)).desired, indexKinds(kinds))
      : graphOfSteps(await planIn(io, file, options));
  io.stdout.write(options.format === "dot" ? renderDot(made) : renderMermaid(made));
  return exitCode.done;
}

async function planIn(io: Io, file: string, { env }: CommonOptions): Promise<PlanDocument> {
  const saved = await readSavedPlan(io, file);
  if (env !== undefined) refuseOtherEnvironment(file, saved, env);
  return saved;
}
