import { ApiError, toDiagnostic } from "../../client/errors.ts";
import { DiagnosticError } from "../../model/diagnostic.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import { withAdvice } from "../project/output.ts";
import { Stop } from "../project/stop.ts";

/** A check that failed with what was thrown: its message, and what to do. A fault of docform is thrown on. */
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
