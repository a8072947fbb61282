import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import { deleted, httpUrl, links, permissions, requestBody, resource, timestamp } from "../resource.ts";

/** Slug of a spec, 1..100 characters (2.13, 8). */
export const specSlug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$/);

/** The visibility of a spec: `public` for anyone with a public link (2.13). */
export const specVisibility = z.enum(["private", "public"]);

/** The source of a spec: an address, or the text itself (4.16, A30). */
const specSource = once(() =>
  z.union([
    z.strictObject({ url: httpUrl.describe("Address that the platform reads the spec from") }),
    z.strictObject({ text: z.string().describe("The spec itself, as JSON or YAML") }),
  ]),
);

/** OpenAPI spec (2.13). */
export const openApiSpec = resource("openapi-spec", () => ({
  id: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  slug: z.string(),
  sourceURL: z.string().optional(),
  // Open: A8.
  processingState: z.string().describe("Such as pending, progress or complete"),
  visibility: specVisibility.optional(),
  lastVersion: z.string().optional(),
  lastProcessedAt: timestamp.optional(),
  lastProcessErrorCode: z
    .string()
    .optional()
    // Open: A8.
    .describe("Such as FETCH_TIMEOUT, FETCH_ERROR or PARSE_ERROR"),
  lastProcessedErrors: z
    .array(z.object({ message: z.string().optional(), code: z.string().optional() }))
    .optional(),
  permissions: permissions("view", "edit"),
  urls: links("location", "app", "published"),
}));

/** Operations on OpenAPI specs (4.16). */
export const openApiSpecOperations = defineOperations("4.16", {
  listOpenApiSpecs: {
    summary: "List the OpenAPI specs of an organization",
    call: "GET /orgs/{organizationId}/openapi",
    query: paging,
    list: openApiSpec,
  },
  createOpenApiSpec: {
    summary: "Create an OpenAPI spec",
    call: "POST /orgs/{organizationId}/openapi",
    body: requestBody(() => ({
      slug: specSlug.describe("Slug of the spec, unique in the organization"),
      source: specSource().describe("Where the spec comes from"),
    })),
    answers: { 201: openApiSpec },
  },
  getOpenApiSpec: {
    summary: "Get an OpenAPI spec",
    call: "GET /orgs/{organizationId}/openapi/{specSlug}",
    answers: { 200: openApiSpec },
  },
  putOpenApiSpec: {
    summary: "Create an OpenAPI spec under a slug, or give it a new source",
    call: "PUT /orgs/{organizationId}/openapi/{specSlug}",
    body: requestBody(() => ({ source: specSource().describe("Where the spec comes from") })),
    answers: { 200: openApiSpec, 201: openApiSpec },
  },
  updateOpenApiSpec: {
    summary: "Change who can see an OpenAPI spec",
    call: "PATCH /orgs/{organizationId}/openapi/{specSlug}",
    body: requestBody(() => ({
      visibility: specVisibility.describe("private, or public for anyone with a public link"),
    })),
    answers: { 200: openApiSpec },
  },
  deleteOpenApiSpec: {
    summary: "Delete an OpenAPI spec",
    call: "DELETE /orgs/{organizationId}/openapi/{specSlug}",
    answers: deleted,
  },
});
