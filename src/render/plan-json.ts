import type { PlanDocument } from "../core/plan-document.ts";

/** The plan as the machine interface prints and saves it; with a newline at the end. */
export function renderPlanJson(document: PlanDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
