import { type ExitCode, exitCode } from "../../model/stop.ts";
import { type DiagnosticsForm, showDiagnostics } from "../../project/output.ts";
import { reportProblem } from "../../runs/report-problem.ts";
import type { Run } from "./command.ts";
import { UsageError, usageDiagnostic } from "./program.ts";

/** Reports the error that ended a run, and returns its exit code. */
export function report(run: Run, problem: unknown, argv: readonly string[]): ExitCode {
  if (!(problem instanceof UsageError)) return reportProblem(run.io, run.form, problem);
  showDiagnostics(run.io, formIn(argv, problem), [usageDiagnostic(problem)]);
  return exitCode.error;
}

/** The form that a command line asks for which could not be read. */
function formIn(argv: readonly string[], { entry }: UsageError): DiagnosticsForm {
  const isJson = /(^| )--format[ =]json( |$)/.test(argv.join(" "));
  return isJson ? (entry?.errors ?? "json") : "text";
}
