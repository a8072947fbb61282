import type { Diagnostic, Severity, Source } from "../../model/diagnostic.ts";
import { diagnosticCodes } from "../../model/diagnostic-codes.ts";
import { renderJson } from "../json/json-text.ts";
import { terminalText } from "../safe-text.ts";

/** What files are called in the reports for CI services. */
export interface ReportedPaths {
  /** The path of a file of the project from where the command runs, which a CI service takes for its repository. */
  readonly pathOf: (file: string) => string;
}

/** What reports need besides diagnostics. */
export interface ReportOptions extends ReportedPaths {
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string;
}

/** The file that what has no place belongs to: reports list findings by file. */
const projectFile = "docform.yaml";

/** Where a report shows a diagnostic: its place, or the beginning of the project file. */
export function reportedPlace({ source }: Pick<Diagnostic, "source">, { pathOf }: ReportedPaths): Source {
  const place = source ?? { file: projectFile, line: 1, column: 1 };
  return { ...place, file: terminalText(pathOf(place.file)) };
}

/** What is wrong, on one line. */
export function headlineOf({ code, message }: Diagnostic): string {
  return `${code}: ${terminalText(message)}`;
}

/** What there is to say besides, a line each: the label of the place, other places, what to do. */
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
 * What tells each finding from the others, run after run: its code, file and message, and which of those that have
 * these in common it is. Not its line: that moves when somebody writes above it.
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
