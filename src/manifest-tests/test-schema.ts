import * as z from "zod";
import { someText } from "../manifest/schema/check-value.ts";
import { diagnosticCodes } from "../model/diagnostic-codes.ts";
import { changeActions } from "../model/documents/change-actions.ts";
import { guards } from "../planner/guards/guards.ts";
import { seedSchema } from "../platform/seed/seed-schema.ts";

const given = z
  .strictObject({
    seed: someText.optional().describe("Path of a seed file, from the project folder"),
    platform: seedSchema.optional().describe("A seed, written here"),
    nothing: z.literal(true).optional().describe("The organizations of docform.yaml, with nothing in them"),
  })
  .describe("What is on the platform: one of seed, platform and nothing")
  .meta({ minProperties: 1, maxProperties: 1 });

const value = z.json().describe("The value afterwards; null when there is none");

const fields = z
  .union([z.record(z.string(), value), z.array(z.string()), z.null()])
  .describe("Its fields with their values afterwards, or the names of fields; others may change too");

const action = z.enum(changeActions);

const change = z.union([
  action,
  z.strictObject(
    Object.fromEntries(changeActions.map((name) => [name, fields.optional()])) as Record<
      (typeof changeActions)[number],
      z.ZodOptional<typeof fields>
    >,
  ),
]);

const atMost = z.strictObject({ "at-most": z.int().min(0) });

const diagnosticCode = z
  .string()
  .refine((code) => Object.hasOwn(diagnosticCodes, code), "must be a code of docform, such as DF3007");

const expectations = z
  .strictObject({
    changes: z.record(z.string(), change).optional().describe("By address: the action, or action and fields"),
    only: z
      .boolean()
      .optional()
      .describe("Nothing else changes; false when left out")
      .meta({ default: false }),
    calls: z
      .union([z.int().min(0), atMost])
      .optional()
      .describe("How many API calls the plan has"),
    held: z
      .array(z.enum(guards.map(({ rule }) => rule)))
      .optional()
      .describe("The guards that hold the plan; [] for none"),
    policies: z
      .array(someText)
      .optional()
      .describe(
        "Names of the policies that hold the plan; [] for none. One that only warns is the diagnostic DF6002",
      ),
    blocked: z.array(z.string()).optional().describe("The addresses that are blocked; [] for none"),
    waiting: z
      .array(z.string())
      .optional()
      .describe("The addresses of people who have not joined yet; [] for none"),
    diagnostics: z.array(diagnosticCode).optional().describe("Codes of the warnings and errors; [] for none"),
    converges: z.boolean().optional().describe("Is nothing left to do after an apply?"),
  })
  .describe("What must come true; at least one of them");

/** Schema of one manifest test, as a person writes it. */
export const testSchema = z.strictObject({
  name: someText.describe("What the test shows"),
  given,
  env: someText.optional().describe("Environment of docform.yaml"),
  overlay: someText
    .optional()
    .describe("File or folder of manifests that are laid over, as an overlay of an environment"),
  variables: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe("Other values of variables of docform.yaml, as --var gives them"),
  author: someText.optional().describe("Who runs docform: the author that policies ask for"),
  expect: expectations,
});

/** Schema of a document of a test file: a test, or a list of tests. */
export const testDocumentSchema = z.union([testSchema, z.array(testSchema)]);

/** One manifest test. */
export type TestData = z.infer<typeof testSchema>;
/** The expectations of a test. */
export type Expectations = TestData["expect"];
/** The expectation of a test for one address. */
export type ExpectedChange = z.infer<typeof change>;
