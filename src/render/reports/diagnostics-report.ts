import type { Diagnostic, Severity, Source } from "../../model/diagnostic.ts";
import { diagnosticCodes } from "../../model/diagnostic-codes.ts";
import { renderJson } from "../json/json-text.ts";
import { terminalText } from "../safe-text.ts";

/** The paths of files in reports for CI services. */
export interface ReportedPaths {
  /** The path of a file of the project from where the command runs, which a CI service takes for its repository. */
  readonly pathOf: (file: string) => string;
}

/** The input of reports in addition to the diagnostics. */
export interface ReportOptions extends ReportedPaths {
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string;
}

/** The file for a diagnostic without a place: reports list findings by file. */
const projectFile = "docform.yaml";

/** The place of a diagnostic in a report: its source, or the first line of docform.yaml. */
export function reportedPlace({ source }: Pick<Diagnostic, "source">, { pathOf }: ReportedPaths): Source {
  const place = source ?? { file: projectFile, line: 1, column: 1 };
  return { ...place, file: terminalText(pathOf(place.file)) };
}

/** The message of a diagnostic, on one line. */
export function headlineOf({ code, message }: Diagnostic): string {
  return `${code}: ${terminalText(message)}`;
}

/** The details of a diagnostic, one line each: the label of its place, other places, and the next step. */
export function detailsOf(
  { label, related = [], hint }: Diagnostic,
  { pathOf }: ReportedPaths,
): readonly string[] {
  const places = related.map(({ message, source: { file, line, column } }) => {
    return `${message}: ${pathOf(file)}:${line}:${column}`;
  });
  return [...(label === undefined ? [] : [label]), ...places, ...(hint === undefined ? [] : [hint])].map(
    terminalText,
  );
}

/**
 * A fingerprint for each finding that stays the same from run to run. It is made of code, file and message,
 * and a number for findings that share them. The line is left out, because edits above it move it.
 */
export function fingerprintsOf(
  diagnostics: readonly Diagnostic[],
  { hash }: Pick<ReportOptions, "hash">,
): readonly string[] {
  const seen = new Map<string, number>();
  return diagnostics.map(({ code, message, source }) => {
    const finding = JSON.stringify([code, source?.file ?? "", message]);
    const nth = (seen.get(finding) ?? 0) + 1;
    seen.set(finding, nth);
    return hash(`${finding} ${nth}`);
  });
}

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

/** Columns count from 1; the end column is inclusive. */
function placeOf(diagnostic: Diagnostic, paths: ReportedPaths) {
  const { file, line, column: col, length = 1 } = reportedPlace(diagnostic, paths);
  return { file, line, col, endColumn: col + Math.max(length, 1) - 1 };
}

/** A value of a workflow command. Escapes characters that would end the line. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property of a command: nothing in it ends the property either. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

const severities = { error: "major", warning: "minor" } as const satisfies Record<Severity, string>;

/** Diagnostics as a Code Quality report of GitLab (https://docs.gitlab.com/ci/testing/code_quality/). */
export function renderDiagnosticsGitlab(diagnostics: readonly Diagnostic[], options: ReportOptions): string {
  const fingerprints = fingerprintsOf(diagnostics, options);
  const findings = diagnostics.map((diagnostic, index) => {
    const { file, line } = reportedPlace(diagnostic, options);
    return {
      description: [terminalText(diagnostic.message), ...detailsOf(diagnostic, options)].join(" · "),
      check_name: diagnostic.code,
      fingerprint: fingerprints[index],
      severity: severities[diagnostic.severity],
      location: { path: file, lines: { begin: line } },
    };
  });
  return renderJson(findings);
}
