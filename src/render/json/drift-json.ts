import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { renderJson } from "./json-text.ts";

/** The drift as the machine interface prints it; with a newline at the end. */
export function renderDriftJson(document: DriftDocument): string {
  return renderJson(document);
}
