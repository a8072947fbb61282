import { z } from "zod";
import { defineOperations, paging } from "./operation.ts";
import {
  editMode,
  links,
  mergeRules,
  mergeRulesBody,
  permissions,
  role,
  shareKey,
  spaceVisibility,
  timestamp,
} from "./resource.ts";

/** Title of a space, at most 50 characters (A11). */
export const spaceTitle = z.string().max(50);

/** Default level of a space or collection: a role, or `inherit` (2.1, A12). */
export const defaultLevel = z.enum([...role.options, "inherit"]);

/** Space (2.6). */
export const space = z.object({
  object: z.literal("space"),
  id: z.string(),
  title: z.string(),
  emoji: z.string().optional(),
  visibility: spaceVisibility.optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  deletedAt: timestamp.optional(),
  editMode: editMode.optional(),
  mergeRules: mergeRules.optional(),
  urls: links("location", "app", "published", "public", "icon"),
  organization: z.string().optional(),
  parent: z.string().optional().describe("Id of the collection; absent at the root"),
  language: z.string().optional(),
  gitSync: z
    .object({
      repoName: z.string().optional(),
      installationProvider: z.string().optional().describe("Such as github or gitlab (A8)"),
      integration: z.string().optional(),
      url: z.string().optional(),
      updatedAt: timestamp.optional(),
    })
    .optional(),
  visitorAuth: z.object({ backend: z.string().optional().describe("Such as custom (A8)") }).optional(),
  revision: z.string().optional(),
  defaultLevel: defaultLevel.nullable().optional(),
  comments: z.number().optional(),
  changeRequests: z.number().optional(),
  changeRequestsOpen: z.number().optional(),
  changeRequestsDraft: z.number().optional(),
  permissions: permissions(
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
});

/** Operations on spaces (4.6). */
export const spaceOperations = defineOperations("4.6", {
  listSpaces: {
    summary: "List the spaces of an organization",
    method: "GET",
    path: "/orgs/{organizationId}/spaces",
    retry: "safe",
    query: paging,
    list: space,
  },
  getSpace: {
    summary: "Get a space",
    method: "GET",
    path: "/spaces/{spaceId}",
    retry: "safe",
    query: z.object({ shareKey }),
    answers: { 200: space },
  },
  updateSpace: {
    summary: "Update a space",
    method: "PATCH",
    path: "/spaces/{spaceId}",
    retry: "idempotent",
    body: z.strictObject({
      editMode: editMode.optional().describe("live allows direct edits; locked locks all edits"),
      title: spaceTitle.optional().describe("Title of the space"),
      defaultLevel: defaultLevel.optional().describe("Role that members have in the space"),
      language: z.string().optional().describe("Language of the content, as a BCP 47 code"),
      mergeRules: mergeRulesBody.optional().describe("Rules that a change request meets before it is merged"),
      emoji: z.string().optional().describe("Emoji of the space"),
    }),
    answers: { 200: space },
  },
});
