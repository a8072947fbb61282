import { resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { type PlanOptions, planProject, renderPlan } from "../../runs/plan-project.ts";
import { savePlan } from "../../runs/save-plan.ts";

/** `docform plan`: shows the changes and the calls that would make them. It sends no write. */
export async function runPlan(io: Io, options: PlanOptions): Promise<ExitCode> {
  const document = await planProject(io, options);
  if (options.out !== undefined) await savePlan(io, resolve(io.cwd, options.out), document);
  io.stdout.write(await renderPlan(io, options.format, document, options));
  return options.detailedExitcode === true && document.steps.length > 0 ? exitCode.changes : exitCode.done;
}
