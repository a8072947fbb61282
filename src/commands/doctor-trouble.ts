import { ApiError, toDiagnostic } from "../client/errors.ts";
import { DiagnosticError } from "../core/diagnostic.ts";
import type { Check } from "../core/documents/doctor-document.ts";
import { withAdvice } from "./output.ts";
import { Stop } from "./stop.ts";

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
