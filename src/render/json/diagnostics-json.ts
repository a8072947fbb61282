import { type Diagnostic, hasErrors, type Source } from "../../model/diagnostic.ts";
import { validateFormatVersion } from "../../model/documents/format-versions.ts";
import type { ValidateDocument } from "../../model/documents/validate-document.ts";
import { renderJson } from "./json-text.ts";

/** Diagnostics as the machine interface prints them; with a newline at the end. */
export function renderDiagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  const document: ValidateDocument = {
    formatVersion: validateFormatVersion,
    valid: !hasErrors(diagnostics),
    diagnostics: diagnostics.map(diagnosticItem),
  };
  return renderJson(document);
}

/** One diagnostic as the machine interface prints it. */
export function diagnosticItem({
  code,
  severity,
  message,
  source,
  hint,
  label,
  related,
}: Diagnostic): ValidateDocument["diagnostics"][number] {
  return {
    code,
    severity,
    message,
    ...(source && { source: place(source) }),
    ...(hint !== undefined && { hint }),
    ...(label !== undefined && { label }),
    ...(related && { related: related.map((one) => ({ message: one.message, source: place(one.source) })) }),
  };
}

function place({ file, line, column, length }: Source): Source {
  return { file, line, column, ...(length !== undefined && { length }) };
}
