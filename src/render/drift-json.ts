import type { DriftDocument } from "../core/drift-document.ts";

/** The drift as the machine interface prints it; with a newline at the end. */
export function renderDriftJson(document: DriftDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
