import type { AccessDocument } from "../model/documents/access-document.ts";

type RenderAccess = (access: AccessDocument) => Promise<string>;

/** The forms of access, by the name that `--format` takes. Each loads its code when it is asked for. */
export const accessForms = {
  text: async (access) => (await import("../render/text/access-text.ts")).renderAccessText(access),
  json: async (access) => (await import("../render/json/json-text.ts")).renderJson(access),
  csv: async (access) => (await import("../render/reports/access-reports.ts")).renderAccessCsv(access),
  markdown: async (access) =>
    (await import("../render/reports/access-reports.ts")).renderAccessMarkdown(access),
} as const satisfies Readonly<Record<string, RenderAccess>>;

/** The name of a form of access. */
export type AccessForm = keyof typeof accessForms;
