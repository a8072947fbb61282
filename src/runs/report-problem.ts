import { ApiError, toDiagnostic } from "../client/errors.ts";
import type { Io } from "../io/io.ts";
import { type Diagnostic, DiagnosticError, error } from "../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop } from "../model/stop.ts";
import { type DiagnosticsForm, showDiagnostics, withAdvice } from "../project/output.ts";
import { terminalText } from "../render/safe-text.ts";
import { messageOf } from "../text/message-of.ts";
import { Interrupted } from "./interrupts.ts";

/** Reports a problem that is not about the command line itself, and returns the exit code. */
export function reportProblem(io: Io, form: DiagnosticsForm, problem: unknown): ExitCode {
  if (problem instanceof Interrupted) {
    io.stderr.write("Interrupted: nothing was sent.\n");
    return exitCode.interrupted;
  }
  if (problem instanceof Stop) {
    showDiagnostics(io, form, problem.diagnostics, problem.project);
    return problem.code;
  }
  showDiagnostics(io, form, diagnosticsOf(problem));
  if (!isExpected(problem)) io.stderr.write(`${traceOf(problem)}\n`);
  return exitCode.error;
}

/** The stack trace of a fault of docform. The message is masked, as it may quote foreign text. */
function traceOf(problem: unknown): string {
  const trace = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return trace.split("\n").map(terminalText).join("\n");
}

function isExpected(problem: unknown): boolean {
  return problem instanceof DiagnosticError || problem instanceof ApiError;
}

/** The diagnostics of a problem. */
export function diagnosticsOf(problem: unknown): readonly Diagnostic[] {
  if (problem instanceof DiagnosticError || problem instanceof Stop) return problem.diagnostics;
  if (problem instanceof ApiError) return [toDiagnostic(problem)];
  return [error("DF5009", `docform has a fault: ${messageOf(problem)}`)];
}

/** The next step of a reader after a problem; undefined when nothing went wrong, or somebody interrupted. */
export function wayOutOf(problem: unknown): string | undefined {
  if (problem === undefined || problem instanceof Interrupted) return undefined;
  return withAdvice(diagnosticsOf(problem)).find(({ severity }) => severity === "error")?.hint;
}
