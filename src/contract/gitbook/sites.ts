import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, extendOperation } from "../operation.ts";
import { publishedSite, site, siteOperations } from "../parts/sites.ts";
import { defaultLevel } from "../parts/spaces.ts";
import { notShown, objectOf, optional, timestamp } from "../resource.ts";
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
export const gitbookSiteOperations = {
  listSites: extendOperation(listSites, {
    query: () => listSites.query.extend({ type: optional(z.string(), "Only sites of this type") }),
    list: gitbookSite,
  }),
  createSite: extendOperation(createSite, {
    body: () =>
      createSite.body.extend({
        // Open: A8.
        type: optional(z.string(), `Such as ${gitbookSiteType.options.join(", ")}; always give it`),
      }),
    answers: { 201: gitbookSite },
  }),
  getSite: extendOperation(getSite, { answers: { 200: gitbookSite } }),
  updateSite: extendOperation(updateSite, {
    body: () =>
      updateSite.body.omit({ agentsContext: true }).extend({
        defaultLevel: optional(
          defaultLevel.nullable(),
          "Role of the members of the organization in the site; null is none, inherit that of its spaces",
        ),
        styleguide: optional(z.string().nullable(), "Id of the space with the style guide; null removes it"),
      }),
    answers: { 200: gitbookSite },
  }),
  getPublishedSite: extendOperation(getPublishedSite, { answers: { 200: gitbookPublishedSite } }),
  publishSite: extendOperation(publishSite, {
    shortfall: (answer) =>
      checkout().safeParse(answer).success
        ? {
            message: "it wants a checkout first: the site is not published before somebody pays for its plan",
            next: "pay on the platform, then apply again",
          }
        : undefined,
    answers: { 200: () => z.union([gitbookSite(), checkout()]) },
  }),
  ...defineOperations("4.11", {
    unpublishSite: {
      summary: "Take a site down; its settings and its bill stay",
      call: "POST /orgs/{organizationId}/sites/{siteId}/unpublish",
      retry: "idempotent",
      answers: { 200: gitbookSite },
    },
  }),
};
