import { ApiError, toDiagnostic } from "../../client/errors.ts";
import { DiagnosticError } from "../../model/diagnostic.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import { Stop } from "../../model/stop.ts";
import { withAdvice } from "../../project/output.ts";

/** A check that was not made, since one before it failed. */
export function skipped(name: string): Check {
  return { name, status: "skipped", message: "not looked at, as something above failed" };
}

/**
 * A failed check with the message and hint of the error. Errors that are faults of docform are thrown again.
 */
export function failedBy(name: string, problem: unknown): Check {
  const diagnostics =
    problem instanceof ApiError
      ? [toDiagnostic(problem)]
      : problem instanceof Stop || problem instanceof DiagnosticError
        ? problem.diagnostics
        : [];
  const [first] = withAdvice(diagnostics);
  if (first === undefined) throw problem;
  const { message, hint } = first;
  return { name, status: "fail", message, ...(hint === undefined ? {} : { fix: hint }) };
}
