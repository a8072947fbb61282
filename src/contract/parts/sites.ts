import * as z from "zod";
import { defineOperations, pagedBy } from "../operation.ts";
import {
  deleted,
  links,
  notShown,
  objectOf,
  optional,
  queryBoolean,
  requestBody,
  resource,
  shareKey,
  siteVisibility,
  timestamp,
} from "../resource.ts";
import { customization } from "./site-customization.ts";
import { siteSection } from "./site-sections.ts";

/** Title of a site, 2..128 characters (A11). */
export const siteTitle = z.string().min(2).max(128);

/** Basename of a site, 1..100 characters (A11). */
export const siteBasename = z.string().min(1).max(100);

/** Proxy of a site: a host and a path below it, at most 512 characters (2.15, A11). */
export const siteProxy = z
  .string()
  .max(512, { abort: true })
  .regex(/^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/);

/** Types of a site that are known; answers may have others (A8). */
export const siteType = z.enum(["basic", "premium", "ultimate"]);

/** The access of agents to a site (2.15). */
export const agentsContext = z.enum(["excluded", "included"]);

/** Site (2.15). */
export const site = resource("site", () => ({
  id: z.string(),
  // Open: A8.
  type: optional(z.string(), `Such as ${siteType.options.join(", ")}`),
  title: z.string(),
  icon: z
    .object({
      icon: z.object({ light: z.string().optional(), dark: z.string().optional() }).optional(),
    })
    .optional(),
  hostname: z.string().optional(),
  basename: z.string().optional(),
  proxy: z
    .object({
      origin: optional(z.string(), "Host and path that were set, where readers go"),
      target: optional(z.string(), "Address that requests to it are passed on to"),
    })
    .optional(),
  visibility: siteVisibility.optional(),
  published: z.boolean().optional(),
  siteSpaces: z.number().int().optional(),
  createdAt: timestamp.optional(),
  adaptiveContent: z.object({ enabled: z.boolean().optional() }).optional(),
  ads: z.object({ status: notShown, submittable: notShown }).optional(),
  agentsContext: agentsContext.optional(),
  features: z
    .array(
      z.object({
        id: z.string().optional(),
        plan: notShown,
        frozen: notShown,
        customizations: z.array(z.string()).optional(),
      }),
    )
    .optional(),
  urls: links("location", "app", "published"),
}));

const siteScript = objectOf(() => ({
  script: z.string().optional(),
  contentSecurityPolicy: z.string().optional(),
  cookies: z.boolean().optional(),
}));

/** Published content profile of a site (2.15). `structure` is shown for sites with sections only. */
export const publishedSite = resource("published-content-site", () => ({
  site: site(),
  structure: z.object({ type: z.literal("sections"), structure: z.array(siteSection()) }).optional(),
  customizations: z
    .object({
      site: customization().optional(),
      siteSpaces: z.record(z.string(), customization()).optional(),
    })
    .optional(),
  scripts: z.array(siteScript()).optional(),
}));

const updateBody = requestBody(() => ({
  title: optional(siteTitle, "Title of the site"),
  visibility: optional(siteVisibility, "Who can see the site once it is published"),
  basename: optional(siteBasename, "Base name of the site in its address"),
  adaptiveContent: optional(
    z.strictObject({ enabled: z.boolean().describe("Whether content adapts to the visitor") }),
    "Adaptive content",
  ),
  agentsContext: optional(agentsContext, "Whether agents can access the site"),
  defaultSiteSpace: optional(
    z.string(),
    "Id of the site space shown first, at the root or in the default section",
  ),
  defaultSiteSection: optional(z.string(), "Id of the section shown first"),
  proxy: optional(siteProxy.nullable(), "Host and path that the site is served below; null removes it"),
}));

const texts = { title: z.string().optional(), description: z.string().optional() };
const names = z.array(z.string()).optional();

const claim = z.looseObject({ type: z.literal("boolean"), ...texts });

const unsignedClaims = z.looseObject({
  type: z.literal("object").optional(),
  required: names,
  properties: z.record(z.string(), claim).optional(),
  additionalProperties: z.literal(false).optional(),
});

/**
 * JSON Schema (draft-07) of the attributes of visitors: booleans, and an `unsigned` object of booleans (2.15).
 * Other keywords are kept.
 */
export const visitorAttributes = z.looseObject({
  $schema: z
    .string()
    .regex(
      /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/,
      "must be http://json-schema.org/draft-07/schema#",
    )
    .optional(),
  required: names,
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

/** Operations on sites (4.11). */
export const siteOperations = defineOperations("4.11", {
  listSites: {
    summary: "List the sites of an organization",
    call: "GET /orgs/{organizationId}/sites",
    query: pagedBy(() => ({
      space: optional(z.string(), "Only sites that publish the space with this id"),
      title: optional(z.string(), "Only sites with this title"),
      published: optional(queryBoolean(), "Only published sites (true), or only the others (false)"),
    })),
    list: site,
  },
  createSite: {
    summary: "Create a site",
    call: "POST /orgs/{organizationId}/sites",
    body: requestBody(() => ({
      // Open: A8.
      type: optional(z.string(), `${siteType.options.join(", ")}; basic when not given`),
      title: siteTitle.describe("Title of the site"),
      visibility: optional(siteVisibility, "Who can see the site once it is published"),
      spaces: optional(z.array(z.string()), "Ids of the spaces to publish; the first is the default"),
    })),
    answers: { 201: site },
  },
  getSite: {
    summary: "Get a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}",
    answers: { 200: site },
  },
  updateSite: {
    summary: "Update a site",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}",
    body: updateBody,
    answers: { 200: site },
  },
  deleteSite: {
    summary: "Delete a site",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}",
    answers: deleted,
  },
  getPublishedSite: {
    summary: "Get what a published site shows: structure, customization and scripts",
    call: "GET /orgs/{organizationId}/sites/{siteId}/published",
    query: objectOf(() => ({ shareKey })),
    answers: { 200: publishedSite },
  },
  publishSite: {
    summary: "Publish a site",
    call: "POST /orgs/{organizationId}/sites/{siteId}/publish",
    retry: "idempotent",
    answers: { 200: site },
  },
  getAdaptiveSchema: {
    summary: "Get the schema of the visitor attributes of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema",
    answers: { 200: adaptiveSchema },
  },
  putAdaptiveSchema: {
    summary: "Set the schema of the visitor attributes of a site",
    call: "PUT /orgs/{organizationId}/sites/{siteId}/adaptive-schema",
    body: requestBody(() => ({ jsonSchema: visitorAttributes.describe("JSON Schema of the attributes") })),
    answers: { 200: adaptiveSchema },
  },
  listTemplateConditions: {
    summary: "List templates of conditions on the visitor attributes of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions",
    answers: { 200: objectOf(() => ({ items: z.array(templateCondition()) })) },
  },
});
