import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import { deleted, queryOrder, role, timestamp, user } from "../resource.ts";

/** Member of an organization (2.9). A `null` role is a guest. */
export const member = once(() =>
  z.object({
    object: z.literal("member"),
    id: z.string(),
    role: role.nullable().optional(),
    user: user(),
    disabled: z.boolean().optional(),
    joinedAt: timestamp.optional(),
    lastSeenAt: timestamp.optional(),
    sso: z.boolean().optional(),
    spaces: z.number().optional(),
    teams: z.number().optional(),
  }),
);

/** Operations on members (4.9). */
export const memberOperations = defineOperations("4.9", {
  listMembers: {
    summary: "List the members of an organization",
    method: "GET",
    path: "/orgs/{organizationId}/members",
    retry: "safe",
    query: () =>
      paging().extend({
        order: queryOrder.optional().describe("Direction of the list; desc when not given"),
        role: role.optional().describe("Only members with this role"),
        search: z.string().optional().describe("Only members whose display name or email matches"),
        sort: z
          .enum(["joinedAt", "lastSeenAt"])
          .optional()
          .describe("What to sort by; joinedAt when not given. lastSeenAt lists only active members"),
      }),
    list: member,
  },
  getMember: {
    summary: "Get a member of an organization",
    method: "GET",
    path: "/orgs/{organizationId}/members/{userId}",
    retry: "safe",
    answers: { 200: member },
  },
  updateMember: {
    summary: "Update a member of an organization",
    method: "PATCH",
    path: "/orgs/{organizationId}/members/{userId}",
    retry: "idempotent",
    body: () =>
      z.strictObject({
        role: role.nullable().optional().describe("Role in the organization; null makes the member a guest"),
      }),
    answers: { 200: member },
  },
  removeMember: {
    summary: "Remove a member from an organization",
    method: "DELETE",
    path: "/orgs/{organizationId}/members/{userId}",
    retry: "idempotent",
    answers: deleted,
  },
  setMemberSso: {
    summary: "Make a member sign in through single sign-on",
    method: "POST",
    path: "/orgs/{organizationId}/members/{userId}/sso",
    retry: "idempotent",
    answers: { 200: member },
  },
});
