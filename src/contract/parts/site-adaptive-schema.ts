import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { bodyOf, objectOf, resource, timestamp } from "../resource.ts";

const claim = z.looseObject({ type: z.literal("boolean") });

const unsignedClaims = z.looseObject({
  type: z.literal("object").optional(),
  properties: z.record(z.string(), claim).optional(),
  additionalProperties: z.literal(false).optional(),
});

/**
 * JSON Schema (draft-07) of the attributes of visitors: booleans, and an `unsigned` object of booleans (2.15).
 * Other keywords are kept.
 */
export const visitorAttributes = z.looseObject({
  type: z.literal("object").optional(),
  properties: z.object({ unsigned: unsignedClaims.optional() }).catchall(claim).optional(),
  additionalProperties: z.literal(false).optional(),
});

/** Adaptive schema of a site (2.15). */
const adaptiveSchema = resource("site-adaptive-schema", () => ({
  jsonSchema: z.record(z.string(), z.unknown()),
  updatedAt: timestamp.optional(),
}));

/** Template of a condition that the attributes of a site allow (2.15). */
export const templateCondition = objectOf(() => ({
  description: z.string().optional(),
  condition: z.string(),
}));

/** Operations on the adaptive schema of a site (4.11). */
export const adaptiveSchemaOperations = defineOperations("4.11", {
  getAdaptiveSchema: {
    summary: "Get the schema of the visitor attributes of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema",
    answers: { 200: adaptiveSchema },
  },
  putAdaptiveSchema: {
    summary: "Set the schema of the visitor attributes of a site",
    call: "PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema",
    body: bodyOf(() => ({ jsonSchema: visitorAttributes.describe("JSON Schema of the attributes") })),
    answers: { 200: adaptiveSchema },
  },
  listTemplateConditions: {
    summary: "List templates of conditions on the visitor attributes of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions",
    answers: { 200: objectOf(() => ({ items: z.array(templateCondition()) })) },
  },
});
