import * as z from "zod";
import { count, optionalText, source, text } from "../document-parts.ts";
import { policyTestFormatVersion } from "../format-versions.ts";

const outcome = z
  .enum(["holds", "fails", "does not apply"])
  .describe("holds: the rule is true; policy files and the text say passes");

const example = z
  .object({
    name: text("What the example shows"),
    expected: outcome,
    outcome: outcome.exactOptional().describe("What came out; left out when the rule could not be asked"),
    passed: z.boolean(),
    problem: optionalText("Why the rule could not be asked"),
  })
  .describe("An example, and what came of it");

/** Schema of the document. */
export const policyTestDocument = z.object({
  formatVersion: z.literal(policyTestFormatVersion),
  passed: z.boolean().describe("Did every example come out as expected, and has every rule one?"),
  rules: z.array(z.object({ name: text("Name of the rule"), source, examples: z.array(example) })),
  summary: z.object({
    rules: count,
    examples: count,
    failed: count.describe("Examples that came out otherwise"),
    untested: count.describe("Rules without an example"),
  }),
});

/** The results of the examples of policies. */
export type PolicyTestDocument = z.infer<typeof policyTestDocument>;
