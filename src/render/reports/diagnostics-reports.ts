import type { Diagnostic, Severity } from "../../model/diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "../../model/diagnostic-codes.ts";
import { escapeMarkup } from "../../text/markup.ts";
import { renderJson } from "../json/json-text.ts";
import { terminalText } from "../safe-text.ts";
import { type ReportOptions, reportSource } from "./report-options.ts";
import { physicalLocation, sarifLog, sarifMessage } from "./sarif.ts";
import { countsUntil, element, type JunitCase, junitFile } from "./xml.ts";

/** The details of a diagnostic, one line each: the label of its place, other places, and the next step. */
function detailsOf({ label, related = [], hint }: Diagnostic, { pathOf }: ReportOptions): readonly string[] {
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
function fingerprintsOf(diagnostics: readonly Diagnostic[], { hash }: ReportOptions): readonly string[] {
  const findings = diagnostics.map(({ code, message, source }) =>
    JSON.stringify([code, source?.file ?? "", message]),
  );
  const counts = countsUntil(findings);
  return findings.map((finding, at) => hash(`${finding} ${counts[at]}`));
}

/**
 * Diagnostics as workflow commands of GitHub Actions, which become annotations of files: a line each
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
 */
export function renderDiagnosticsGithub(diagnostics: readonly Diagnostic[], options: ReportOptions): string {
  const commands = diagnostics.map((diagnostic) => {
    const { code, severity, message } = diagnostic;
    const title = `${code}: ${diagnosticCodes[code].title}`;
    const properties = Object.entries({ ...annotatedPlace(diagnostic, options), title });
    const list = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
    const lines = [terminalText(message), ...detailsOf(diagnostic, options)];
    return `::${severity} ${list}::${lines.map(escapeData).join("%0A")}\n`;
  });
  return commands.join("");
}

/** Columns count from 1; the end column is inclusive. */
function annotatedPlace(diagnostic: Diagnostic, options: ReportOptions) {
  if (diagnostic.source === undefined) return {};
  const { file, line, column: col, length = 1 } = reportSource(diagnostic, options);
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
    const { file, line } = reportSource(diagnostic, options);
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

/** Diagnostics as a SARIF 2.1.0 log, for code scanning (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). */
export function renderDiagnosticsSarif(diagnostics: readonly Diagnostic[], options: ReportOptions): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const fingerprints = fingerprintsOf(diagnostics, options);
  const results = diagnostics.map((diagnostic, index) => ({
    ruleId: diagnostic.code,
    ruleIndex: codes.indexOf(diagnostic.code),
    level: diagnostic.severity,
    message: sarifMessage([terminalText(diagnostic.message), ...detailsOf(diagnostic, options)]),
    locations: [{ physicalLocation: physicalLocation(reportSource(diagnostic, options)) }],
    ...relatedTo(diagnostic, options),
    partialFingerprints: { "docform/v1": fingerprints[index] },
  }));
  return sarifLog(options, codes.map(ruleOf), results);
}

function relatedTo({ related = [] }: Diagnostic, options: ReportOptions) {
  if (related.length === 0) return {};
  const relatedLocations = related.map(({ message, source }, id) => ({
    id,
    message: sarifMessage([terminalText(message)]),
    physicalLocation: physicalLocation(reportSource({ source }, options)),
  }));
  return { relatedLocations };
}

function ruleOf(code: DiagnosticCode) {
  const { title, meaning, next } = diagnosticCodes[code];
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: meaning },
    help: { text: `${next} More: docform explain ${code}` },
  };
}

/**
 * Diagnostics as JUnit XML: a failing test for each error, and a passing one for each warning and each clean file of those
 * that were checked.
 */
export function renderDiagnosticsJunit(
  diagnostics: readonly Diagnostic[],
  options: ReportOptions & { readonly files: readonly string[] },
): string {
  const found = diagnostics.map((one) => caseOf(one, options));
  const touched = new Set(found.map(({ file }) => file));
  const clean = options.files
    .map((file) => terminalText(options.pathOf(file)))
    .filter((file) => !touched.has(file))
    .map((file) => ({ file, name: "valid", content: "" }));
  const failures = diagnostics.filter(({ severity }) => severity === "error").length;
  return junitFile("docform validate", [...found, ...clean], failures);
}

function caseOf(diagnostic: Diagnostic, options: ReportOptions): JunitCase {
  const { code, severity } = diagnostic;
  const message = terminalText(diagnostic.message);
  const { file, line, column } = reportSource(diagnostic, options);
  const text = escapeMarkup([`${file}:${line}:${column}`, ...detailsOf(diagnostic, options)].join("\n"));
  const content =
    severity === "error"
      ? element("failure", { type: code, message }, text)
      : element("system-out", {}, text);
  return { file, name: `${code}: ${message}`, content };
}
