import type { TestsDocument } from "../model/documents/tests-document.ts";
import { resultForms } from "../project/result-forms.ts";

/** Facts that a form may need beside the results. */
interface TestFacts {
  /** The results as a text for this terminal. */
  readonly text: () => string;
  /** The results as they may be shown, with secrets masked. */
  readonly seen: TestsDocument;
  /** The path of a file of the project from where the command runs. */
  readonly pathOf: (file: string) => string;
}

type RenderTests = (results: TestsDocument, facts: TestFacts) => Promise<string>;

/** The forms of the results of manifest tests, by the name that `--format` takes. */
export const testForms = {
  text: async (_, { text }) => text(),
  json: async (results) => resultForms.json(results),
  junit: async (_, { seen, pathOf }) =>
    (await import("../render/reports/tests-junit.ts")).renderTestsJunit(seen, pathOf),
} as const satisfies Readonly<Record<string, RenderTests>>;

/** The name of a form of such results. */
export type TestForm = keyof typeof testForms;
