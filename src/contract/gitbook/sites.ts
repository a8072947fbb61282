import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { publishedSite, site, siteOperations, siteTitle, updateSiteBody } from "../parts/sites.ts";
import { defaultLevel } from "../parts/spaces.ts";
import { notShown, objectOf, optional, requestBody, siteVisibility, timestamp } from "../resource.ts";
import { siteStructure } from "./structure.ts";

/** Types of a site that the published API names; it may charge for them (2.15). */
export const gitbookSiteType = z.enum([
  "basic",
  "premium",
  "ultimate",
  "sponsored",
  "legacy-basic",
  "legacy-premium",
]);

/** Site. What the reference calls `agentsContext` is gone. */
const gitbookSite = once(() =>
  site()
    .omit({ agentsContext: true })
    .extend({
      appliedType: z.string().optional(),
      defaultLevel: defaultLevel.nullable().optional(),
      permissions: z.record(z.string(), z.boolean()).optional(),
      gitSync: notShown,
      styleguide: notShown,
      lastScanAt: timestamp.optional(),
    }),
);

/** The answer of a publish that did not happen: somebody has to pay first. */
const checkout = objectOf(() => ({ type: z.literal("checkout"), sessionId: z.string() }));

/** Published content profile of a site, with its structure in any form. */
const gitbookPublishedSite = once(() =>
  publishedSite().extend({ site: gitbookSite(), structure: siteStructure().optional() }),
);

const { listSites, createSite, getSite, updateSite, getPublishedSite, publishSite } = siteOperations;

/** Operations on sites as the published API has them. */
export const gitbookSiteOperations = defineOperations("4.11", {
  listSites: {
    summary: listSites.summary,
    call: "GET /orgs/{organizationId}/sites",
    query: once(() => listSites.query.extend({ type: optional(z.string(), "Only sites of this type") })),
    list: gitbookSite,
  },
  createSite: {
    summary: createSite.summary,
    call: "POST /orgs/{organizationId}/sites",
    body: requestBody(() => ({
      // Open: A8.
      type: optional(z.string(), `Such as ${gitbookSiteType.options.join(", ")}; always give it`),
      title: siteTitle.describe("Title of the site"),
      visibility: optional(siteVisibility, "Who can see the site once it is published"),
      spaces: optional(z.array(z.string()), "Ids of the spaces to publish; the first is the default"),
    })),
    answers: { 201: gitbookSite },
  },
  getSite: {
    summary: getSite.summary,
    call: "GET /orgs/{organizationId}/sites/{siteId}",
    answers: { 200: gitbookSite },
  },
  updateSite: {
    summary: updateSite.summary,
    call: "PATCH /orgs/{organizationId}/sites/{siteId}",
    body: once(() =>
      updateSiteBody()
        .omit({ agentsContext: true })
        .extend({
          defaultLevel: optional(
            defaultLevel.nullable(),
            "Role of the members of the organization in the site; null is none, inherit that of its spaces",
          ),
          styleguide: optional(
            z.string().nullable(),
            "Id of the space with the style guide; null removes it",
          ),
        }),
    ),
    answers: { 200: gitbookSite },
  },
  getPublishedSite: {
    summary: getPublishedSite.summary,
    call: "GET /orgs/{organizationId}/sites/{siteId}/published",
    query: () => getPublishedSite.query,
    answers: { 200: gitbookPublishedSite },
  },
  publishSite: {
    summary: publishSite.summary,
    call: "POST /orgs/{organizationId}/sites/{siteId}/publish",
    retry: "idempotent",
    shortfall: (answer) =>
      checkout().safeParse(answer).success
        ? "it wants a checkout first: the site is not published before somebody pays for its plan there"
        : undefined,
    answers: { 200: once(() => z.union([gitbookSite(), checkout()])) },
  },
});
