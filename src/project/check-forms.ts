import type { Diagnostic } from "../model/diagnostic.ts";
import type { ReportOptions } from "../render/reports/report-options.ts";

/** Facts that a form may need beside the diagnostics. */
export interface CheckFacts extends ReportOptions {
  /** The diagnostics for a terminal. */
  readonly text: () => string;
  /** The checked files of the project. */
  readonly files: readonly string[];
}

type RenderChecked = (diagnostics: readonly Diagnostic[], facts: CheckFacts) => Promise<string>;

/** The forms of diagnostics, by the name that `--format` takes. Each loads its code when it is asked for. */
export const checkForms = {
  text: async (_, { text }) => text(),
  json: async (diagnostics) =>
    (await import("../render/json/json-text.ts")).renderDiagnosticsJson(diagnostics),
  github: async (diagnostics, facts) => (await reports()).renderDiagnosticsGithub(diagnostics, facts),
  gitlab: async (diagnostics, facts) => (await reports()).renderDiagnosticsGitlab(diagnostics, facts),
  sarif: async (diagnostics, facts) => (await reports()).renderDiagnosticsSarif(diagnostics, facts),
  junit: async (diagnostics, facts) => (await reports()).renderDiagnosticsJunit(diagnostics, facts),
} as const satisfies Readonly<Record<string, RenderChecked>>;

/** The name of a form of diagnostics. */
export type CheckForm = keyof typeof checkForms;

function reports() {
  return import("../render/reports/diagnostics-reports.ts");
}
