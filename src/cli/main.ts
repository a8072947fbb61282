import { type Command, CommanderError } from "commander";
import { guardIo } from "../io/guarded-io.ts";
import type { Io } from "../io/io.ts";
import { tokensIn } from "../io/token-variables.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import type { Run } from "./program/command.ts";
import { commandGroups, programOf } from "./program/program.ts";

/** The words that the program reads: of an unknown command its name alone, so that --help behind it does not hide that. */
function typedTo({ commands }: Command, argv: readonly string[]): string[] {
  const [first = "--help"] = argv;
  const isUnknown = !first.startsWith("-") && !commands.some((one) => one.name() === first);
  return isUnknown || argv.length === 0 ? [first] : [...argv];
}

/** Runs one command line. Never throws: whatever happens is said on `io`, and the exit code tells. */
export async function main(argv: readonly string[], io: Io): Promise<ExitCode> {
  const guarded = guardIo(io);
  // The address of a webhook holds a token too.
  const secrets = [...tokensIn(io.env), (io.env.DOCFORM_NOTIFY_URL ?? "").trim()];
  guarded.io.hide?.(secrets, "everywhere");
  const run: Run = { io: guarded.io, unguarded: io, code: exitCode.done, form: "text" };
  try {
    const program = programOf(commandGroups, run, argv);
    await program.parseAsync(typedTo(program, argv), { from: "user" });
    return run.code;
  } catch (problem) {
    // Help and version end a command line as a wrong one does.
    if (problem instanceof CommanderError) return exitCode.done;
    return (await import("./program/report.ts")).report(run, problem, argv);
  } finally {
    guarded.flush();
  }
}
