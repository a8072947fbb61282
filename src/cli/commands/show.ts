import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { readProjectFile } from "../../project/state.ts";
import { readSavedPlan, refuseOtherEnvironment } from "../../runs/apply/saved-plan.ts";
import type { PlanForm } from "../../runs/plan-forms.ts";
import { renderPlan } from "../../runs/plan-project.ts";

/** Options of `docform show`. */
export interface ShowOptions extends CommonOptions<PlanForm> {
  readonly unmanaged?: boolean;
  readonly full?: boolean;
}

/** `docform show FILE`: a saved plan again, as `plan` shows it; needs no network, and no project. */
export async function show(io: Io, file: string, options: ShowOptions): Promise<ExitCode> {
  const saved = await readSavedPlan(io, file);
  // The file has the ids of organizations as they are. Reading docform.yaml masks those of the environment.
  await readProjectFile(io, options);
  const { environment: env } = saved;
  if (options.env !== undefined) refuseOtherEnvironment(file, saved, options.env);
  const given = env === undefined ? options : { ...options, env };
  io.stdout.write(await renderPlan(io, options.format, saved, given));
  return exitCode.done;
}
