import * as z from "zod";

const count = z.int().min(0);
const pattern = z.string().refine(isPattern, "not a regular expression");
const names = z.array(z.string()).refine((all) => new Set(all).size === all.length, "a name is given twice");
const typeName = z.enum(["array", "boolean", "integer", "null", "number", "object", "string"]);
const typeNames = z
  .array(typeName)
  .min(1)
  .refine((all) => new Set(all).size === all.length);

/**
 * A JSON Schema by the meta-schema of draft-07, which limits the value of each keyword. Unknown keywords are
 * allowed.
 */
export const draft07: z.ZodType = z.unknown().superRefine((value, context) => {
  if (typeof value === "boolean") return;
  for (const { path, message } of objectForm.safeParse(value).error?.issues ?? []) {
    context.addIssue({ code: "custom", path: [...path], message });
  }
});

const schemas = z.array(draft07).min(1);
const schemaByName = z.record(z.string(), draft07);

const keywords = {
  $id: z.string(),
  $schema: z.string().regex(/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, "not draft-07"),
  $ref: z.string(),
  $comment: z.string(),
  title: z.string(),
  description: z.string(),
  readOnly: z.boolean(),
  writeOnly: z.boolean(),
  examples: z.array(z.unknown()),
  type: z.union([typeName, typeNames]),
  enum: z.array(z.unknown()),
  format: z.string(),
  contentMediaType: z.string(),
  contentEncoding: z.string(),
  multipleOf: z.number().positive(),
  maximum: z.number(),
  exclusiveMaximum: z.number(),
  minimum: z.number(),
  exclusiveMinimum: z.number(),
  maxLength: count,
  minLength: count,
  pattern,
  additionalItems: draft07,
  items: z.union([draft07, schemas]),
  contains: draft07,
  maxItems: count,
  minItems: count,
  uniqueItems: z.boolean(),
  properties: schemaByName,
  patternProperties: z.record(pattern, draft07),
  additionalProperties: draft07,
  propertyNames: draft07,
  dependencies: z.record(z.string(), z.union([draft07, names])),
  maxProperties: count,
  minProperties: count,
  required: names,
  definitions: schemaByName,
  not: draft07,
  ...Object.fromEntries(["if", "then", "else"].map((key) => [key, draft07])),
  ...Object.fromEntries(["allOf", "anyOf", "oneOf"].map((key) => [key, schemas])),
};

const objectForm = z.looseObject(keywords).partial();

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
