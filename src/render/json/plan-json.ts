import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { renderJson } from "./json-text.ts";

/** The plan as the machine interface prints and saves it; with a newline at the end. */
export function renderPlanJson(document: PlanDocument): string {
  return renderJson(document);
}
