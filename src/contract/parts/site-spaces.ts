import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, pagedBy } from "../operation.ts";
import {
  deleted,
  links,
  optional,
  positionNextTo,
  queryBoolean,
  requestBody,
  resource,
  shareKey,
} from "../resource.ts";
import { space } from "./spaces.ts";

/** Path of a site space, 1..100 characters (A11). */
export const siteSpacePath = z.string().min(1).max(100);

/** Site space (2.18). */
export const siteSpace = resource("site-space", () => ({
  id: z.string(),
  path: z.string(),
  section: z.string().optional(),
  space: space(),
  title: z.string().optional(),
  default: z.boolean().optional(),
  condition: z.string().optional(),
  hasAdvancedCustomizationFeature: z.boolean().optional(),
  urls: links("published"),
  hidden: z.boolean().optional(),
}));

const anchor = requestBody(() => ({
  type: z.literal("site-space").describe("Kind of the sibling"),
  siteSpace: z.string().describe("Id of the sibling"),
}));

/** Place of a site space next to a sibling; empty for the end of its container (A24, A35). */
const siteSpacePosition = once(() => positionNextTo(anchor()));

/** Operations on site spaces (4.14). */
export const siteSpaceOperations = defineOperations("4.14", {
  listSiteSpaces: {
    summary: "List the site spaces of a site",
    call: "GET /orgs/{organizationId}/sites/{siteId}/site-spaces",
    query: pagedBy(() => ({
      shareKey,
      default: optional(
        queryBoolean(),
        "true lists only the default site space, false only the others; all when not given",
      ),
    })),
    list: siteSpace,
  },
  createSiteSpace: {
    summary: "Add a space to a site",
    call: "POST /orgs/{organizationId}/sites/{siteId}/site-spaces",
    body: requestBody(() => ({
      spaceId: z.string().describe("Id of the space to publish"),
      sectionId: optional(
        z.string(),
        "Id of the section; when not given the default section, or the root without sections",
      ),
    })),
    answers: { 201: siteSpace },
  },
  deleteSiteSpace: {
    summary: "Remove a space from a site",
    call: "DELETE /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
    answers: deleted,
  },
  updateSiteSpace: {
    summary: "Update a site space",
    call: "PATCH /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
    body: requestBody(() => ({
      path: optional(siteSpacePath, "Path of the site space"),
      condition: optional(
        z.string().nullable(),
        "Expression that decides whether visitors see it; null removes it",
      ),
      spaceId: optional(z.string(), "Id of the space that the site space points to"),
      hidden: optional(z.boolean(), "Whether to leave it out of the navigation"),
    })),
    answers: { 200: siteSpace },
  },
  moveSiteSpace: {
    summary: "Move a site space next to another",
    call: "POST /orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move",
    retry: "idempotent",
    body: requestBody(() => ({
      position: optional(siteSpacePosition(), "Where to put it; the end of its container when not given"),
    })),
    answers: { 200: siteSpace },
  },
});
