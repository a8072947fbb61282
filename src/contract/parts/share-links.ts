import * as z from "zod";
import { defineOperations, paging } from "../operation.ts";
import { deleted, links, optional, requestBody, resource, timestamp } from "../resource.ts";

/** Name of a share link, at most 50 characters (8). */
export const shareLinkName = z.string().max(50);

/** Share link (2.19). */
export const shareLink = resource("share-link", () => ({
  id: z.string(),
  createdAt: timestamp,
  name: z.string().optional(),
  active: z.boolean().optional(),
  urls: links("published"),
}));

/** Operations on share links (4.15). */
export const shareLinkOperations = defineOperations("4.15", {
  listShareLinks: {
    summary: "List the share links of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/share-links",
    query: paging,
    list: shareLink,
  },
  createShareLink: {
    summary: "Create a share link",
    call: "POST /orgs/{organizationId}/sites/{siteId}/share-links",
    body: requestBody(() => ({ name: shareLinkName.describe("Name of the share link") })),
    answers: { 201: shareLink },
  },
  updateShareLink: {
    summary: "Update a share link",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
    body: requestBody(() => ({
      active: optional(z.boolean(), "Whether the link gives access"),
      name: optional(shareLinkName, "Name of the share link"),
    })),
    answers: { 200: shareLink },
  },
  deleteShareLink: {
    summary: "Delete a share link",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
    answers: deleted,
  },
});
