import { ApiError, toDiagnostic } from "../../client/errors.ts";
import { type Diagnostic, DiagnosticError, error } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { type DiagnosticsForm, showDiagnostics } from "../../project/output.ts";
import { terminalText } from "../../render/safe-text.ts";
import { messageOf } from "../../text/message-of.ts";
import { Interrupted } from "../run/interrupts.ts";
import type { Run } from "./command.ts";
import { UsageError, usageDiagnostic } from "./program.ts";

/** Reports the error that ended a run, and returns its exit code. */
export function report(run: Run, problem: unknown, argv: readonly string[]): ExitCode {
  if (problem instanceof UsageError) {
    showDiagnostics(run.io, formIn(argv, problem), [usageDiagnostic(problem)]);
    return exitCode.error;
  }
  if (problem instanceof Interrupted) {
    run.io.stderr.write("Interrupted: nothing was sent.\n");
    return exitCode.interrupted;
  }
  if (problem instanceof Stop) {
    showDiagnostics(run.io, run.form, problem.diagnostics, problem.project);
    return problem.code;
  }
  showDiagnostics(run.io, run.form, diagnosticsOf(problem));
  if (!isExpected(problem)) run.io.stderr.write(`${traceOf(problem)}\n`);
  return exitCode.error;
}

/** The form that a command line asks for which could not be read. */
function formIn(argv: readonly string[], { entry }: UsageError): DiagnosticsForm {
  const isJson = /(^| )--format[ =]json( |$)/.test(argv.join(" "));
  return isJson ? (entry?.errors ?? "json") : "text";
}

/** The stack trace of a fault of docform. The message is masked, as it may quote foreign text. */
function traceOf(problem: unknown): string {
  const trace = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
  return trace.split("\n").map(terminalText).join("\n");
}

function isExpected(problem: unknown): boolean {
  return problem instanceof DiagnosticError || problem instanceof ApiError;
}

function diagnosticsOf(problem: unknown): readonly Diagnostic[] {
  if (problem instanceof DiagnosticError) return problem.diagnostics;
  if (problem instanceof ApiError) return [toDiagnostic(problem)];
  return [error("DF5009", `docform has a fault: ${messageOf(problem)}`)];
}
