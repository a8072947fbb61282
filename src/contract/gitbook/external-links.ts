import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { sectionCondition, sectionDescription, sectionTitle } from "../parts/site-sections.ts";
import { deleted, iconName, optional, requestBody } from "../resource.ts";
import { siteExternalLink } from "./sections.ts";
import { linkUrl, localizedDescription, localizedTitle } from "./values.ts";

const fields = () => ({
  localizedTitle: optional(localizedTitle, "Title in other languages, by language"),
  description: optional(sectionDescription.nullable(), "Description for visitors; null removes it"),
  localizedDescription: optional(localizedDescription, "Description in other languages, by language"),
  icon: optional(iconName.nullable(), "Name of the icon; null removes it"),
  condition: optional(
    sectionCondition.nullable(),
    "Expression that decides whether visitors see it; null removes it",
  ),
  draft: optional(z.boolean(), "Whether visitors do not see it yet"),
});

/** Operations on the external links of a site. Only the structure of the site shows them. */
export const gitbookLinkOperations = defineOperations("G external links", {
  createExternalLink: {
    summary: "Add an external link at the end of the navigation of a site, or of a group",
    call: "POST /orgs/{organizationId}/sites/{siteId}/external-links",
    body: requestBody(() => ({
      title: sectionTitle.describe("Title of the link"),
      url: linkUrl.describe("Address that it leads to"),
      parent: optional(z.string(), "Id of the group; the root of the site when not given"),
      ...fields(),
    })),
    answers: { 201: siteExternalLink },
  },
  updateExternalLink: {
    summary: "Update an external link of a site",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}",
    body: requestBody(() => ({
      title: optional(sectionTitle, "Title of the link"),
      url: optional(linkUrl, "Address that it leads to"),
      parent: optional(
        z.string().nullable(),
        "Id of the group to put it at the end of; null for the root of the site",
      ),
      ...fields(),
    })),
    answers: { 200: siteExternalLink, 204: null },
  },
  deleteExternalLink: {
    summary: "Delete an external link of a site",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}/external-links/{siteExternalLinkId}",
    answers: deleted,
  },
});
