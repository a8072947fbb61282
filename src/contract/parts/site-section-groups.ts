import * as z from "zod";
import { defineOperations, paging } from "../operation.ts";
import { bodyOf, deleted, iconName, optional, resource } from "../resource.ts";
import { siteSection } from "./site-sections.ts";

/** Title of a section group, 1..100 characters (8). */
export const groupTitle = z.string().min(1).max(100);

/** Site section group (2.17). */
export const siteSectionGroup = resource("site-section-group", () => ({
  id: z.string(),
  title: z.string(),
  sectionGroup: z.string().optional(),
  icon: z.string().optional(),
  children: z.array(siteSection()).optional(),
}));

/** Operations on site section groups (4.13). */
export const siteSectionGroupOperations = defineOperations("4.13", {
  listSiteSectionGroups: {
    summary: "List the section groups of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/section-groups",
    query: paging,
    list: siteSectionGroup,
  },
  createSiteSectionGroup: {
    summary: "Create a section group",
    call: "POST /orgs/{organizationId}/sites/{siteId}/section-groups",
    body: bodyOf(() => ({
      title: groupTitle.describe("Title of the group"),
      icon: optional(iconName.nullable(), "Name of the icon"),
      sections: optional(z.array(z.string()), "Ids of the sections to put in the group, in order"),
      parent: optional(z.string(), "Id of the parent group; the root of the site when not given"),
    })),
    answers: { 201: siteSectionGroup },
  },
  deleteSiteSectionGroup: {
    summary: "Delete a section group",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
    answers: deleted,
  },
  updateSiteSectionGroup: {
    summary: "Update a section group",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
    body: bodyOf(() => ({
      title: optional(groupTitle, "Title of the group"),
      icon: optional(iconName.nullable(), "Name of the icon; null removes it"),
    })),
    answers: { 200: siteSectionGroup },
  },
  addSectionToGroup: {
    summary: "Move a section to the end of a section group",
    call: "POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections",
    retry: "idempotent",
    body: bodyOf(() => ({ sectionId: z.string().describe("Id of the section to move") })),
    answers: { 201: siteSectionGroup },
  },
});
