import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../../model/stop.ts";
import { type ApplyOptions, applyProject } from "../../runs/apply/apply-project.ts";
import { endingWithVerdict } from "../../runs/apply/ending.ts";
import type { SeveralOptions } from "../../runs/units/each-unit.ts";

/** `docform apply [FILE]`: applies, and ends with a verdict; for several organizations, with a table. */
export async function runApply(
  io: Io,
  file: string | undefined,
  options: ApplyOptions & SeveralOptions,
): Promise<ExitCode> {
  return endingWithVerdict(io, options, (watch) =>
    applyProject(io, file, options, watch, async (...several) => {
      const { applyUnits } = await import("../../runs/apply/apply-units.ts");
      return applyUnits(io, options, ...several);
    }),
  );
}
