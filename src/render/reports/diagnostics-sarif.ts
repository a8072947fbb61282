import type { Diagnostic, Source } from "../../model/diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "../../model/diagnostic-codes.ts";
import { renderJson } from "../json/json-text.ts";
import { terminalText } from "../safe-text.ts";
import { detailsOf, fingerprintsOf, type ReportOptions, reportedPlace } from "./diagnostics-report.ts";

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Diagnostics as a SARIF 2.1.0 log, for code scanning (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). */
export function renderDiagnosticsSarif(
  diagnostics: readonly Diagnostic[],
  options: ReportOptions & { readonly version: string },
): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const fingerprints = fingerprintsOf(diagnostics, options);
  const results = diagnostics.map((diagnostic, index) => ({
    ruleId: diagnostic.code,
    ruleIndex: codes.indexOf(diagnostic.code),
    level: diagnostic.severity,
    message: { text: [terminalText(diagnostic.message), ...detailsOf(diagnostic, options)].join("\n") },
    locations: [{ physicalLocation: physical(reportedPlace(diagnostic, options)) }],
    ...relatedTo(diagnostic, options),
    partialFingerprints: { "docform/v1": fingerprints[index] },
  }));
  const driver = { name: "docform", semanticVersion: options.version, rules: codes.map(ruleOf) };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
  return renderJson({ $schema: schema, version: "2.1.0", runs: [run] });
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

function relatedTo({ related = [] }: Diagnostic, options: ReportOptions) {
  if (related.length === 0) return {};
  const relatedLocations = related.map(({ message, source }, id) => ({
    id,
    message: { text: terminalText(message) },
    physicalLocation: physical(reportedPlace({ source }, options)),
  }));
  return { relatedLocations };
}

/** A region ends before its end column. */
function physical({ file, line, column, length = 1 }: Source) {
  return {
    artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" },
    region: { startLine: line, startColumn: column, endColumn: column + Math.max(length, 1) },
  };
}
