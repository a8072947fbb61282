import * as z from "zod";
import { defineOperations, pagedBy } from "../operation.ts";
import { bodyOf, deleted, optional, queryOrder, resource, role, timestamp, user } from "../resource.ts";

/** Member of an organization (2.9). A `null` role is a guest. */
export const member = resource("member", () => ({
  id: z.string(),
  role: role.nullable().optional(),
  user: user(),
  disabled: z.boolean().optional(),
  joinedAt: timestamp.optional(),
  lastSeenAt: timestamp.optional(),
  sso: z.boolean().optional(),
  spaces: z.number().optional(),
  teams: z.number().optional(),
}));

/** Operations on members (4.9). */
export const memberOperations = defineOperations("4.9", {
  listMembers: {
    summary: "List the members of an organization",
    call: "GET /orgs/{organizationId}/members",
    query: pagedBy(() => ({
      order: optional(queryOrder, "Direction of the list; desc when not given"),
      role: optional(role, "Only members with this role"),
      search: optional(z.string(), "Only members whose display name or email matches"),
      sort: optional(
        z.enum(["joinedAt", "lastSeenAt"]),
        "What to sort by; joinedAt when not given. lastSeenAt lists only active members",
      ),
    })),
    list: member,
  },
  getMember: {
    summary: "Get a member of an organization",
    call: "GET /orgs/{organizationId}/members/{userId}",
    answers: { 200: member },
  },
  updateMember: {
    summary: "Update a member of an organization",
    call: "PATCH /orgs/{organizationId}/members/{userId}",
    body: bodyOf(() => ({
      role: optional(role.nullable(), "Role in the organization; null makes the member a guest"),
    })),
    answers: { 200: member },
  },
  removeMember: {
    summary: "Remove a member from an organization",
    call: "DELETE /orgs/{organizationId}/members/{userId}",
    answers: deleted,
  },
  setMemberSso: {
    summary: "Make a member sign in through single sign-on",
    call: "POST /orgs/{organizationId}/members/{userId}/sso",
    retry: "idempotent",
    answers: { 200: member },
  },
});
