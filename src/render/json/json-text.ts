import { type Diagnostic, hasErrors, type Source } from "../../model/diagnostic.ts";
import { validateFormatVersion } from "../../model/documents/format-versions.ts";
import { escapeHidden } from "../../text/hidden-characters.ts";

/**
 * A value as JSON that is safe for a terminal: hidden and control characters are escaped. Ends in a newline.
 */
export function renderJson(value: unknown): string {
  return `${escapeHidden(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line. */
export function renderJsonLine(value: unknown): string {
  return `${escapeHidden(JSON.stringify(value))}\n`;
}

/** Diagnostics as the machine interface prints them; with a newline at the end. */
export function renderDiagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return renderJson({
    formatVersion: validateFormatVersion,
    valid: !hasErrors(diagnostics),
    diagnostics: diagnostics.map(diagnosticItem),
  });
}

/** One diagnostic as the machine interface prints it. */
export function diagnosticItem(diagnostic: Diagnostic) {
  const { code, severity, message, source, hint, label, related } = diagnostic;
  return {
    code,
    severity,
    message,
    source: source && place(source),
    hint,
    label,
    related: related?.map((one) => ({ message: one.message, source: place(one.source) })),
  };
}

function place({ file, line, column, length }: Source): Source {
  return { file, line, column, ...(length !== undefined && { length }) };
}
