import type { Io } from "../../io/io.ts";
import { type ExitCode, stop } from "../../model/stop.ts";
import { type ApplyOptions, applyProject } from "../../runs/apply/apply-project.ts";
import { endingWithVerdict } from "../../runs/apply/ending.ts";
import type { EngineOptions } from "../../runs/engines/queued-units.ts";

/** `docform apply [FILE]`: applies, and ends with a verdict; for several organizations, with a table. */
export async function runApply(
  io: Io,
  file: string | undefined,
  options: ApplyOptions & EngineOptions,
): Promise<ExitCode> {
  if (options.engine !== undefined) return byWorkers(io, file, options);
  return endingWithVerdict(io, options, (watch) =>
    applyProject(io, file, options, watch, async (...several) => {
      const { applyUnits } = await import("../../runs/apply/apply-units.ts");
      return applyUnits(io, options, ...several);
    }),
  );
}

async function byWorkers(
  io: Io,
  file: string | undefined,
  options: ApplyOptions & EngineOptions,
): Promise<ExitCode> {
  const hint = "give --expect with the digest of each plan that was reviewed";
  if (file !== undefined) throw stop("DF5001", "--engine takes no saved plan", { hint });
  return (await import("../../runs/engines/queued-units.ts")).queueUnits(io, options, "apply");
}
