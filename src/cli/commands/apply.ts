import type { Io } from "../../io/io.ts";
import type { ExitCode } from "../../model/stop.ts";
import { type ApplyOptions, applyProject } from "../../runs/apply/apply-project.ts";
import { endingWithVerdict } from "../../runs/apply/ending.ts";

/** `docform apply [FILE]`: applies, and ends with a verdict. */
export async function runApply(io: Io, file: string | undefined, options: ApplyOptions): Promise<ExitCode> {
  return endingWithVerdict(io, options, (watch) => applyProject(io, file, options, watch));
}
