import * as z from "zod";
import { defineOperations, pagedBy } from "../operation.ts";
import { deleted, member, objectOf, optional, queryOrder, requestBody, role } from "../resource.ts";
import { space } from "./spaces.ts";
import { team, teamMember } from "./teams.ts";

/** An email in a manifest or a seed. The API says text (4.9): any character but spaces may stand around its one `@`. */
export const memberEmail = z.string().regex(/^[^@\s]+@[^@\s]+$/, "must be an email address");

/** A space that a member can open, and the permission there (4.9). A `null` permission is a guest's. */
export const memberSpace = objectOf(() => ({ permission: role.nullable().optional(), space: space() }));

/** A team of a member, and the role in it (4.9). */
const memberTeam = objectOf(() => ({ team: team(), member: teamMember() }));

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
    body: requestBody(() => ({
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
  pingOrganization: {
    summary: "Tell that the caller was here: updates the time they were last seen",
    call: "POST /orgs/{organizationId}/ping",
    retry: "idempotent",
    answers: { 200: objectOf(() => ({ serviceVisitorClaims: z.string().optional() })) },
  },
  listMemberSpaces: {
    summary: "List the spaces of a member",
    call: "GET /orgs/{organizationId}/members/{userId}/spaces",
    query: pagedBy(() => ({
      order: optional(queryOrder, "Direction of the list; desc when not given"),
    })),
    list: memberSpace,
  },
  listMemberTeams: {
    summary: "List the teams of a member",
    call: "GET /orgs/{organizationId}/members/{userId}/teams",
    query: pagedBy(() => ({
      title: optional(z.string(), "Only teams whose title contains this text, in any case"),
    })),
    list: memberTeam,
  },
});
