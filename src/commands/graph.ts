import type { PlanDocument } from "../core/documents/plan-document.ts";
import { graphOfDesired, graphOfSteps } from "../core/graph.ts";
import { indexKinds } from "../core/kind-index.ts";
import type { Io } from "../io.ts";
import { kinds } from "../kinds/kinds.ts";
import { renderDot, renderMermaid } from "../render/graph-text.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import type { CommonOptions } from "./options.ts";
import { openProject } from "./project.ts";
import { readSavedPlan, refuseOtherEnvironment } from "./saved-plan.ts";

/** `docform graph [FILE]`: what the resources of a project need of each other, or the calls of a saved plan. */
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
