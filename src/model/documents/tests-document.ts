import * as z from "zod";
import { count, json, optionalText, source, text } from "./document-parts.ts";

/** Version of what `test --format json` prints. */
export const testsFormatVersion = 1;

const failure = z
  .object({
    expectation: text(
      "Key below expect, such as calls or changes.teams.docs; manifests when they have errors",
    ),
    expected: json.exactOptional().describe("As the test writes it; left out when nothing was expected"),
    came: json.exactOptional().describe("In the same form; left out when nothing came"),
    note: optionalText("Why, where more can be said"),
    source: source.describe("Where the expectation is written"),
  })
  .describe("An expectation that did not come true");

const test = z.object({
  name: z.string(),
  source: source.describe("Where its name is written"),
  environment: optionalText("Environment of docform.yaml"),
  status: z.enum(["passed", "failed", "updated"]).describe("updated: --update wrote what was seen"),
  failures: z.array(failure).describe("Empty unless it failed"),
});

/** Schema of the results of manifest tests. */
export const testsDocument = z.object({
  formatVersion: z.literal(testsFormatVersion),
  passed: count,
  failed: count,
  updated: count,
  tests: z.array(test).describe("In the order of files, and of the tests in each"),
});

/** The results of manifest tests. */
export type TestsDocument = z.infer<typeof testsDocument>;
/** The result of one manifest test. */
export type TestResult = TestsDocument["tests"][number];
/** An expectation that did not come true. */
export type TestFailure = TestResult["failures"][number];
