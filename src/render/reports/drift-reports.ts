import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { escapeMarkup } from "../../text/markup.ts";
import { type Difference, differencesIn } from "../differences.ts";
import { type DriftOptions, type RemedyView, remedyText, remedyView } from "../drift-view.ts";
import { terminalText } from "../safe-text.ts";
import { type ReportOptions, reportSource } from "./report-options.ts";
import { physicalLocation, sarifLog, sarifMessage } from "./sarif.ts";
import { element, type JunitCase, junitFile } from "./xml.ts";

/** How drift is shown in a report. */
export interface DriftReportOptions extends ReportOptions, DriftOptions {}

const rules = {
  high: {
    id: "drift-access",
    shortDescription: { text: "access that is not as the manifests say" },
    defaultConfiguration: { level: "error" },
  },
  low: {
    id: "drift",
    shortDescription: { text: "a resource that is not as the manifests say" },
    defaultConfiguration: { level: "warning" },
  },
} as const;

/** Drift as JUnit XML: a failing test for each address that drifted or is missing. A passing one when none is. */
export function renderDriftJunit(document: DriftDocument, options: DriftReportOptions): string {
  const view = remedyView(document, options);
  const cases = differencesIn(document).map((difference): JunitCase => {
    const { file, line, column } = reportSource(difference, options);
    const text = escapeMarkup([`${file}:${line}:${column}`, ...linesOf(difference, view)].join("\n"));
    const attributes = { type: rules[difference.impact].id, message: difference.said };
    return { file, name: terminalText(difference.address), content: element("failure", attributes, text) };
  });
  const { file } = reportSource({}, options);
  const passing = { file, name: "in sync", content: "" };
  return junitFile("docform drift", cases.length === 0 ? [passing] : cases, cases.length);
}

/** A line for each field, such as `title: "Docs" → "Guides"`, and one for each remedy. */
function linesOf({ by, fields, remedies }: Difference, view: RemedyView): readonly string[] {
  const differing = fields.map(({ path, text }) => `${path}: ${text}`);
  return [...differing, ...(by === undefined ? [] : [by]), ...remedies(view).map(remedyText)];
}

/** Drift as a SARIF log: a result for each address that drifted or is missing, an error where it is access. */
export function renderDriftSarif(document: DriftDocument, options: DriftReportOptions): string {
  const view = remedyView(document, options);
  const list = Object.values(rules);
  const results = differencesIn(document).map((difference) => {
    const { address, impact, said } = difference;
    const rule = rules[impact];
    return {
      ruleId: rule.id,
      ruleIndex: list.indexOf(rule),
      level: rule.defaultConfiguration.level,
      message: sarifMessage([`${terminalText(address)}: ${said}`, ...linesOf(difference, view)]),
      locations: [{ physicalLocation: physicalLocation(reportSource(difference, options)) }],
      // Only the address: the finding stays the same when lines move, or more drifts.
      partialFingerprints: { "docform/v1": options.hash(`drift ${address}`) },
    };
  });
  return sarifLog(options, list, results);
}
