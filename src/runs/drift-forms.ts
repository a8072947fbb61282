import type { DriftDocument } from "../model/documents/drift-document.ts";
import type { DriftMarkdownOptions } from "../render/markdown/drift-markdown.ts";
import type { DriftReportOptions } from "../render/reports/drift-reports.ts";
import type { DriftTextOptions } from "../render/text/drift-text.ts";

/** Facts that a form may show beside the drift. */
export interface DriftFacts
  extends DriftTextOptions,
    Omit<DriftMarkdownOptions, "limit">,
    DriftReportOptions {
  /** Breaks the lines of a text at the width of the terminal. */
  readonly fit: (text: string) => string;
}

type RenderDrift = (drift: DriftDocument, facts: DriftFacts) => Promise<string>;

/** The forms of drift, by the name that `--format` takes. Each loads its code when it is asked for. */
export const driftForms = {
  text: async (drift, facts) =>
    facts.fit((await import("../render/text/drift-text.ts")).renderDriftText(drift, facts)),
  json: async (drift) => (await import("../render/json/json-text.ts")).renderJson(drift),
  markdown: async (drift, facts) =>
    (await import("../render/markdown/drift-markdown.ts")).renderDriftMarkdown(drift, facts),
  html: async (drift, facts) => (await import("../render/html/drift-html.ts")).renderDriftHtml(drift, facts),
  junit: async (drift, facts) =>
    (await import("../render/reports/drift-reports.ts")).renderDriftJunit(drift, facts),
  sarif: async (drift, facts) =>
    (await import("../render/reports/drift-reports.ts")).renderDriftSarif(drift, facts),
} as const satisfies Readonly<Record<string, RenderDrift>>;

/** The name of a form of drift. */
export type DriftForm = keyof typeof driftForms;
