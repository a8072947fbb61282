import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, pagedBy, paging } from "../operation.ts";
import {
  deleted,
  iconName,
  links,
  optional,
  positionNextTo,
  requestBody,
  resource,
  shareKey,
} from "../resource.ts";
import { siteSpace } from "./site-spaces.ts";

/** Title of a section, 2..128 characters (8). */
export const sectionTitle = z.string().min(2).max(128);

/** Path of a section, 1..100 characters (8). */
export const sectionPath = z.string().min(1).max(100);

/** Description of a section, at most 256 characters (8). */
export const sectionDescription = z.string().max(256);

/** Expression that decides whether visitors see a section, at most 1024 characters (8). */
export const sectionCondition = z.string().max(1024);

/** The fields of a section in an answer that an external link has, too. */
export const itemAnswer = () => ({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  condition: z.string().optional(),
  sectionGroup: z.string().optional(),
  icon: z.string().optional(),
});

/** The fields of a section in a body that null removes. An external link has them, too. */
export const itemBody = () => ({
  condition: optional(
    sectionCondition.nullable(),
    "Expression that decides whether visitors see it; null removes it",
  ),
  icon: optional(iconName.nullable(), "Name of the icon; null removes it"),
  description: optional(sectionDescription.nullable(), "Description for visitors; null removes it"),
});

/** Site section (2.16). */
export const siteSection = resource("site-section", () => ({
  ...itemAnswer(),
  default: z.boolean().optional(),
  path: z.string(),
  siteSpaces: z.array(siteSpace()).optional(),
  urls: links("published"),
}));

const anchor = requestBody(() => ({
  type: z.literal("site-section").describe("Kind of the sibling"),
  siteSection: z.string().describe("Id of the sibling"),
}));

/** Place of a section next to a sibling; empty for the end of its container (A24, A35). */
const sectionPosition = once(() => positionNextTo(anchor()));

const updateBody = requestBody(() => ({
  title: optional(sectionTitle, "Title of the section"),
  path: optional(sectionPath, "Path of the section"),
  defaultSiteSpace: optional(z.string(), "Id of the site space shown first in the section"),
  ...itemBody(),
}));

/** Operations on site sections (4.12). */
export const siteSectionOperations = defineOperations("4.12", {
  listSiteSections: {
    summary: "List the sections of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/sections",
    query: pagedBy(() => ({ shareKey })),
    list: siteSection,
  },
  createSiteSection: {
    summary: "Add a section to a site",
    call: "POST /orgs/{organizationId}/sites/{siteId}/sections",
    body: requestBody(() => ({
      spaceId: z.string().describe("Id of the space that becomes the first site space of the section"),
      title: optional(sectionTitle.nullable(), "Title of the section"),
      icon: optional(iconName.nullable(), "Name of the icon"),
    })),
    answers: { 201: siteSection },
  },
  deleteSiteSection: {
    summary: "Delete a section of a site",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
    answers: deleted,
  },
  updateSiteSection: {
    summary: "Update a section of a site",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
    body: updateBody,
    answers: { 200: siteSection },
  },
  moveSiteSection: {
    summary: "Move a section next to another",
    call: "POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move",
    retry: "idempotent",
    body: requestBody(() => ({
      position: optional(sectionPosition(), "Where to put it; the end of its container when not given"),
    })),
    answers: { 200: siteSection },
    deprecated: true,
  },
});

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
    body: requestBody(() => ({
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
    body: requestBody(() => ({
      title: optional(groupTitle, "Title of the group"),
      icon: optional(iconName.nullable(), "Name of the icon; null removes it"),
    })),
    answers: { 200: siteSectionGroup },
  },
  addSectionToGroup: {
    summary: "Move a section to the end of a section group",
    call: "POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections",
    editions: ["reference"],
    retry: "idempotent",
    body: requestBody(() => ({ sectionId: z.string().describe("Id of the section to move") })),
    answers: { 201: siteSectionGroup },
  },
});
