import type { Diagnostic, Severity } from "../../model/diagnostic.ts";
import { renderJson } from "../json/json-text.ts";
import { terminalText } from "../safe-text.ts";
import { detailsOf, fingerprintsOf, type ReportOptions, reportedPlace } from "./diagnostics-report.ts";

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
