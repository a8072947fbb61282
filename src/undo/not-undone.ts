import type { Diagnostic } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";

/** What the plan of an undo says that it cannot bring back. */
export function notUndone({ diagnostics }: Pick<PlanDocument, "diagnostics">): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code === "DF5037");
}
