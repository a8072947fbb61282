import * as z from "zod";
import { once } from "../contract/once.ts";
import { kindsOfAll } from "../kinds/kinds-of.ts";
import { someText } from "../manifest/schema/check-value.ts";
import { keyPattern } from "../model/address.ts";
import { changeActions } from "../model/documents/change-actions.ts";
import type { Json } from "../text/json.ts";

/** Schema of a file in policies/, as it is written. Made when it is first asked for: most projects have no policies. */
export const policyFileSchema = once(() => z.strictObject({ rules: z.array(ruleSchema()) }));

function ruleSchema() {
  const name = z.string().regex(keyPattern, 'must be letters, digits, "-" and "_"');
  const assert = "CEL expression that must be true; it has change, desired, live, now and author";
  return z
    .strictObject({
      name: name.describe("Name of the rule; of one rule only"),
      when: whenSchema().optional(),
      assert: someText.describe(assert),
      message: someText.describe("What to say when it is not true"),
      severity: severitySchema().optional(),
      examples: z.array(exampleSchema()).optional(),
    })
    .describe("A rule for changes");
}

function severitySchema() {
  const enumDescriptions = [
    "the plan is held",
    "a warning is shown",
    "the plan is held until --approve names the rule",
  ];
  return z
    .enum(["error", "warn", "ask"])
    .describe("What happens when it is not true; error when left out")
    .meta({ default: "error", enumDescriptions });
}

const kindSchema = () => z.enum([...new Set(kindsOfAll.map(({ name }) => name))]);
const actionSchema = () => z.enum(changeActions);

function whenSchema() {
  const [kind, action] = [kindSchema(), actionSchema()];
  const field = "Field that changes; the rule is then asked about each one that fits";
  return z
    .strictObject({
      kind: z
        .union([kind, z.array(kind).min(1)])
        .optional()
        .describe("Kind of what changes, or several"),
      action: z
        .union([action, z.array(action).min(1)])
        .optional()
        .describe("What happens to it"),
      field: z
        .union([someText, z.array(someText).min(1)])
        .optional()
        .describe(field),
    })
    .describe("The changes that the rule is asked about; what is left out fits all");
}

function exampleSchema() {
  const expectation = "What comes out; holds is the former word for passes";
  return z
    .strictObject({
      name: someText.describe("What the example shows"),
      given: givenSchema(),
      expect: z.enum(["passes", "fails", "does not apply", "holds"]).describe(expectation),
    })
    .describe("An example, which docform policy test runs");
}

function givenSchema() {
  const json = z.custom<Json>();
  const values = z.record(z.string(), json);
  const time = z.iso.datetime({ offset: true, error: "must be a time such as 2026-01-05T09:00:00Z" });
  return z
    .strictObject({
      kind: kindSchema(),
      action: actionSchema(),
      address: someText.optional().describe("Such as acme/teams.docs"),
      field: someText.optional().describe("Path of the field that changes"),
      before: json.optional().describe("Its value before; null when left out"),
      after: json.optional().describe("Its value afterwards; null when left out"),
      desired: values.optional().describe("The declared values"),
      live: values.optional().describe("The live fields"),
      author: z.string().optional().describe("Who runs docform; nobody when left out"),
      now: time.optional().describe("The time; the first second of 2026 in UTC when left out"),
    })
    .describe("The change that the rule is asked about");
}

/** A rule as it is written. */
export type WrittenRule = z.infer<ReturnType<typeof ruleSchema>>;
/** An example of a rule as it is written. */
export type WrittenExample = z.infer<ReturnType<typeof exampleSchema>>;
