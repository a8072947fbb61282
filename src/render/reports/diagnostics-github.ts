import type { Diagnostic } from "../../model/diagnostic.ts";
import { diagnosticCodes } from "../../model/diagnostic-codes.ts";
import { terminalText } from "../safe-text.ts";
import { detailsOf, type ReportedPaths, reportedPlace } from "./diagnostics-report.ts";

/**
 * Diagnostics as workflow commands of GitHub Actions, which become annotations of files: a line each
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
 */
export function renderDiagnosticsGithub(diagnostics: readonly Diagnostic[], paths: ReportedPaths): string {
  return diagnostics.map((one) => commandOf(one, paths)).join("");
}

function commandOf(diagnostic: Diagnostic, paths: ReportedPaths): string {
  const { code, severity, message, source } = diagnostic;
  const properties = Object.entries({
    ...(source === undefined ? {} : placeOf(diagnostic, paths)),
    title: `${code}: ${diagnosticCodes[code].title}`,
  });
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
  const lines = [terminalText(message), ...detailsOf(diagnostic, paths)];
  return `::${severity} ${list}::${lines.map(escapeData).join("%0A")}\n`;
}

/** Columns count from 1, and the last one is part of what is marked. */
function placeOf(diagnostic: Diagnostic, paths: ReportedPaths) {
  const { file, line, column: col, length = 1 } = reportedPlace(diagnostic, paths);
  return { file, line, col, endColumn: col + Math.max(length, 1) - 1 };
}

/** A value of a command: nothing in it ends the line, or stands for another character. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property of a command: nothing in it ends the property either. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
