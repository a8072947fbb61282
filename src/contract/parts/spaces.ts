import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import {
  deleted,
  editMode,
  links,
  mergeRules,
  mergeRulesBody,
  objectOf,
  optional,
  permissions,
  positionNextTo,
  requestBody,
  resource,
  role,
  shareKey,
  spaceVisibility,
  timestamp,
} from "../resource.ts";
import { link, linkListExtra, linksQuery } from "./content.ts";

/** Title of a space, at most 50 characters (A11). */
export const spaceTitle = z.string().max(50);

/** Default level of a space or collection: a role, or `inherit` (2.1, A12). */
export const defaultLevel = z.enum([...role.options, "inherit"]);

/** The permissions of the caller for a space (2.6). */
const spacePermissions = once(() =>
  permissions(
    "view",
    "access",
    "admin",
    "viewInviteLinks",
    "edit",
    "triggerGitSync",
    "comment",
    "merge",
    "review",
    "installIntegration",
  ),
);

/** Space (2.6). */
export const space = resource("space", () => ({
  id: z.string(),
  title: z.string(),
  emoji: z.string().optional(),
  visibility: spaceVisibility.optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  deletedAt: timestamp.optional(),
  editMode: editMode.optional(),
  mergeRules: mergeRules().optional(),
  urls: links("location", "app", "published", "public", "icon"),
  organization: z.string().optional(),
  parent: optional(z.string(), "Id of the collection; absent at the root"),
  language: z.string().optional(),
  gitSync: z
    .object({
      repoName: z.string().optional(),
      // Open: A8.
      installationProvider: optional(z.string(), "Such as github or gitlab"),
      integration: z.string().optional(),
      url: z.string().optional(),
      updatedAt: timestamp.optional(),
    })
    .optional(),
  // Open: A8.
  visitorAuth: z.object({ backend: optional(z.string(), "Such as custom") }).optional(),
  revision: z.string().optional(),
  defaultLevel: defaultLevel.nullable().optional(),
  comments: z.number().optional(),
  changeRequests: z.number().optional(),
  changeRequestsOpen: z.number().optional(),
  changeRequestsDraft: z.number().optional(),
  permissions: spacePermissions(),
}));

const sibling = once(() =>
  z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("space").describe("Kind of the sibling"),
      space: z.string().describe("Id of the sibling"),
    }),
    z.strictObject({
      type: z.literal("collection").describe("Kind of the sibling"),
      collection: z.string().describe("Id of the sibling"),
    }),
  ]),
);

/** Place of a space or collection next to a sibling of either kind; empty for the end (A18, A35). */
const contentPosition = once(() => positionNextTo(sibling()));

/** Body of a move of a space or collection (4.6, 4.7, A18). */
export const contentMoveBody = requestBody(() => ({
  parent: optional(
    z.string().nullable(),
    "Id of the collection to move to; null for the root, unset keeps the parent",
  ),
  position: optional(contentPosition(), "Where to put it in the parent; the end when not given"),
}));

/** Body of a transfer of a space or collection (4.6, 4.7). */
export const transferBody = requestBody(() => ({
  organization: z.string().describe("Id of the organization to transfer it to"),
}));

/** Operations on spaces (4.6). */
export const spaceOperations = defineOperations("4.6", {
  listSpaces: {
    summary: "List the spaces of an organization",
    call: "GET /orgs/{organizationId}/spaces",
    query: paging,
    list: space,
  },
  getSpace: {
    summary: "Get a space",
    call: "GET /spaces/{spaceId}",
    query: objectOf(() => ({ shareKey })),
    answers: { 200: space },
  },
  updateSpace: {
    summary: "Update a space",
    call: "PATCH /spaces/{spaceId}",
    body: requestBody(() => ({
      editMode: optional(editMode, "live allows direct edits; locked locks all edits"),
      title: optional(spaceTitle, "Title of the space"),
      defaultLevel: optional(defaultLevel, "Role that members have in the space"),
      language: optional(z.string(), "Language of the content, as a BCP 47 code"),
      mergeRules: optional(mergeRulesBody(), "Rules that a change request meets before it is merged"),
      emoji: optional(z.string(), "Emoji of the space"),
    })),
    answers: { 200: space },
  },
  deleteSpace: {
    summary: "Delete a space; it can be restored for 7 days",
    call: "DELETE /spaces/{spaceId}",
    answers: deleted,
  },
  duplicateSpace: {
    summary: "Duplicate a space",
    call: "POST /spaces/{spaceId}/duplicate",
    answers: { 200: space, 201: space },
  },
  restoreSpace: {
    summary: "Restore a space that was deleted within the last 7 days",
    call: "POST /spaces/{spaceId}/restore",
    retry: "idempotent",
    answers: { 200: space },
  },
  moveSpace: {
    summary: "Move a space to another place or collection",
    call: "POST /spaces/{spaceId}/move",
    retry: "idempotent",
    body: contentMoveBody,
    unchanged: 409,
    answers: { 200: space },
  },
  transferSpace: {
    summary: "Transfer a space to another organization",
    call: "POST /spaces/{spaceId}/transfer",
    editions: ["reference"],
    retry: "idempotent",
    body: transferBody,
    unchanged: 409,
    answers: { 200: space },
  },
  listSpaceLinks: {
    summary: "List the links of a space",
    call: "GET /spaces/{spaceId}/links",
    editions: ["reference"],
    query: linksQuery,
    list: link,
    listExtra: linkListExtra,
  },
});
