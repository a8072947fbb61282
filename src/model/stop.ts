import { type Diagnostic, error } from "./diagnostic.ts";
import type { DiagnosticCode } from "./diagnostic-codes.ts";

/** The exit codes: one table for every command. */
export const exitCode = {
  done: 0,
  error: 1,
  changes: 2,
  held: 3,
  stale: 4,
  failed: 5,
  interrupted: 130,
} as const;

/** The meaning of each exit code for the reader. */
export const exitCodeMeaning: Readonly<Record<keyof typeof exitCode, string>> = {
  done: "done, nothing to do, or only waiting for people",
  error: "an error: bad input, no connection, a refused token, a test that fails",
  changes: "there are changes (plan --detailed-exitcode, drift, redirects check, fmt --check)",
  held: "held back by a guard or a failed rehearsal, or something declared is blocked",
  stale: "the plan is stale: not what was reviewed",
  failed: "a run ended with failed, unknown or stale steps, at its deadline, or was not recorded",
  interrupted: "interrupted",
};

/** One of the exit codes. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The texts of the files that diagnostics point into. */
export interface Texts {
  readonly sources: ReadonlyMap<string, string>;
  readonly files: readonly string[];
}

/** Diagnostics that end a command, with the project whose texts their code frames show, and the exit code. */
export class Stop extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly project: Texts | undefined;
  readonly code: ExitCode;

  constructor(diagnostics: readonly Diagnostic[], project?: Texts, code: ExitCode = exitCode.error) {
    super(diagnostics.map(({ message }) => message).join("\n"));
    this.diagnostics = diagnostics;
    this.project = project;
    this.code = code;
  }
}

/** A `Stop` for one error. */
export function stop(
  code: DiagnosticCode,
  message: string,
  more?: Omit<Diagnostic, "code" | "severity" | "message">,
  exit?: ExitCode,
): Stop {
  return new Stop([error(code, message, more)], undefined, exit);
}

/** The hint of a `Stop`, as the hint of a diagnostic that tells of it; nothing of another problem. */
export function hintOf(problem: unknown): Pick<Diagnostic, "hint"> {
  const hint = problem instanceof Stop ? problem.diagnostics[0]?.hint : undefined;
  return hint === undefined ? {} : { hint };
}
