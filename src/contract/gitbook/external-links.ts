import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { itemBody, sectionTitle } from "../parts/site-sections.ts";
import { deleted, optional, requestBody } from "../resource.ts";
import { siteExternalLink } from "./sections.ts";
import { addedBody, groupToEnd, linkUrl } from "./values.ts";

/** Operations on the external links of a site. Only the structure of the site shows them. */
export const gitbookLinkOperations = defineOperations("G external links", {
  createExternalLink: {
    summary: "Add an external link at the end of the navigation of a site, or of a group",
    call: "POST /orgs/{organizationId}/sites/{siteId}/external-links",
    body: requestBody(() => ({
      title: sectionTitle.describe("Title of the link"),
      url: linkUrl.describe("Address that it leads to"),
      parent: optional(z.string(), "Id of the group; the root of the site when not given"),
      ...itemBody(),
      ...addedBody(),
    })),
    answers: { 201: siteExternalLink },
  },
  updateExternalLink: {
    summary: "Update an external link of a site",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}",
    body: requestBody(() => ({
      title: optional(sectionTitle, "Title of the link"),
      url: optional(linkUrl, "Address that it leads to"),
      parent: groupToEnd,
      ...itemBody(),
      ...addedBody(),
    })),
    answers: { 200: siteExternalLink, 204: null },
  },
  deleteExternalLink: {
    summary: "Delete an external link of a site",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}",
    answers: deleted,
  },
});
