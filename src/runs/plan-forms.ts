import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { PlanTextOptions } from "../render/text/plan-text.ts";

/** Facts that a form may show beside the plan. */
export interface PlanFacts extends PlanTextOptions {
  /** Breaks the lines of a text at the width of the terminal. */
  readonly fit: (text: string) => string;
}

type RenderPlan = (document: PlanDocument, facts: PlanFacts) => Promise<string>;

/** The forms of a plan, by the name that `--format` takes. Each loads its code when it is asked for. */
export const planForms = {
  text: async (document, facts) =>
    facts.fit((await import("../render/text/plan-text.ts")).renderPlanText(document, facts)),
  json: async (document) => (await import("./save-plan.ts")).planJson(document),
  markdown: async (document, facts) =>
    (await import("../render/markdown/plan-markdown.ts")).renderPlanMarkdown(document, facts),
  html: async (document, facts) =>
    (await import("../render/html/plan-html.ts")).renderPlanHtml(document, facts),
} as const satisfies Readonly<Record<string, RenderPlan>>;

/** The name of a form of a plan. */
export type PlanForm = keyof typeof planForms;
