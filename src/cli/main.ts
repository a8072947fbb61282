import { CommanderError } from "commander";
import { guardIo } from "../io/guarded-io.ts";
import type { Io } from "../io/io.ts";
import { commandGroups } from "./program/groups.ts";
import { programOf } from "./program/program.ts";
import type { Run } from "./program/run.ts";
import { type ExitCode, exitCode } from "./project/exit-code.ts";

/** Runs one command line. Never throws: whatever happens is said on `io`, and the exit code tells. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const guarded = guardIo(io);
  guarded.io.hide?.([(io.env.DOCFORM_TOKEN ?? "").trim()], "everywhere");
  const run: Run = { io: guarded.io, unguarded: io, code: exitCode.done, form: "text" };
  try {
    const program = programOf(commandGroups, run, argv);
    await program.parseAsync(argv.length === 0 ? ["--help"] : [...argv], { from: "user" });
    return run.code;
  } catch (problem) {
    // Help and version end a command line as a wrong one does.
    if (problem instanceof CommanderError) return exitCode.done;
    return (await import("./program/report.ts")).report(run, problem, argv);
  } finally {
    guarded.flush();
  }
}
