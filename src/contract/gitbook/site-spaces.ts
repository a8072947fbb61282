import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { siteSpace, siteSpaceOperations, updateSiteSpaceBody } from "../parts/site-spaces.ts";
import { siteTitle } from "../parts/sites.ts";
import { optional, requestBody } from "../resource.ts";
import { localized, spaceTemplate } from "./values.ts";

/** Site space, which may be a draft that visitors do not see. */
export const gitbookSiteSpace = once(() =>
  siteSpace().extend({
    draft: z.boolean().optional(),
    localizedTitle: localized(),
    pageId: z.string().nullable().optional(),
  }),
);

const { listSiteSpaces, createSiteSpace, updateSiteSpace, moveSiteSpace } = siteSpaceOperations;

/** Operations on site spaces as the published API has them. An answer of 204 leaves the object out (G3). */
export const gitbookSiteSpaceOperations = defineOperations("4.14", {
  listSiteSpaces: {
    summary: listSiteSpaces.summary,
    call: "GET /orgs/{organizationId}/sites/{siteId}/site-spaces",
    query: () => listSiteSpaces.query,
    list: gitbookSiteSpace,
  },
  createSiteSpace: {
    summary: createSiteSpace.summary,
    call: "POST /orgs/{organizationId}/sites/{siteId}/site-spaces",
    body: requestBody(() => ({
      spaceId: z.string().nullable().describe("Id of the space to publish; null makes a new, empty one"),
      template: optional(spaceTemplate(), "Template of the new space"),
      sectionId: optional(
        z.string(),
        "Id of the section; when not given the default section, or the root without sections",
      ),
      draft: optional(z.boolean(), "Whether visitors do not see it yet"),
      pageId: optional(z.string().nullable(), "Id of the page to begin with"),
      title: optional(siteTitle, "Title on this site, also of the new space"),
    })),
    answers: { 201: gitbookSiteSpace, 204: null },
  },
  updateSiteSpace: {
    summary: updateSiteSpace.summary,
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
    body: once(() =>
      updateSiteSpaceBody().extend({
        pageId: optional(z.string().nullable(), "Id of the page to begin with; null removes it"),
        draft: optional(z.boolean(), "Whether visitors do not see it yet"),
      }),
    ),
    answers: { 200: gitbookSiteSpace, 204: null },
  },
  moveSiteSpace: {
    summary: moveSiteSpace.summary,
    call: "POST /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move",
    retry: "idempotent",
    body: () => moveSiteSpace.body,
    answers: { 200: gitbookSiteSpace },
    deprecated: true,
  },
});
