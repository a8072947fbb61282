import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import { deleted, empty, permissions, teamRole, timestamp } from "../resource.ts";
import { member } from "./members.ts";

/** Title of a team, 1..64 characters (A11). */
export const teamTitle = z.string().min(1).max(64);

/** Team (2.10). */
export const team = once(() =>
  z.object({
    object: z.literal("team"),
    id: z.string(),
    title: z.string(),
    members: z.number().optional(),
    spaces: z.number().optional(),
    createdAt: timestamp.optional(),
    permissions: permissions("admin", "view"),
  }),
);

/** Membership of a person in a team (2.10). */
export const teamMember = once(() => z.object({ role: teamRole }));

/** Item of the members of a team (4.10). */
const teamMembership = once(() =>
  z.object({
    organization: member(),
    team: teamMember(),
    permissions: permissions("view"),
  }),
);

const person = z.string().describe("User id or email");

const bulkBody = once(() =>
  z.strictObject({
    add: z.array(person).optional().describe("Users to add, by id or email"),
    remove: z
      .array(person)
      .optional()
      .describe("Users to remove, by id or email; a user who is also in add is removed"),
    memberships: z
      .record(z.string(), z.strictObject({ role: teamRole.describe("Role in the team") }))
      .optional()
      .describe("Roles by user, for members already there or added by this call"),
  }),
);

/** Operations on teams (4.10). */
export const teamOperations = defineOperations("4.10", {
  listTeams: {
    summary: "List the teams of an organization",
    method: "GET",
    path: "/orgs/{organizationId}/teams",
    retry: "safe",
    query: () =>
      paging().extend({
        owner: z.string().optional().describe("Only teams that the member with this id can manage"),
        title: z.string().optional().describe("Only teams whose title contains this text, in any case"),
      }),
    list: team,
  },
  createTeam: {
    summary: "Create a team",
    method: "PUT",
    path: "/orgs/{organizationId}/teams",
    retry: "create",
    body: () =>
      z.strictObject({
        title: teamTitle.describe("Title of the team"),
        members: z.array(z.string()).optional().describe("Ids of the members of the team"),
      }),
    answers: { 201: team },
  },
  getTeam: {
    summary: "Get a team",
    method: "GET",
    path: "/orgs/{organizationId}/teams/{teamId}",
    retry: "safe",
    answers: { 200: team },
  },
  updateTeam: {
    summary: "Update a team",
    method: "PATCH",
    path: "/orgs/{organizationId}/teams/{teamId}",
    retry: "idempotent",
    body: () => z.strictObject({ title: teamTitle.optional().describe("Title of the team") }),
    answers: { 200: team },
  },
  deleteTeam: {
    summary: "Delete a team",
    method: "DELETE",
    path: "/orgs/{organizationId}/teams/{teamId}",
    retry: "idempotent",
    answers: deleted,
  },
  listTeamMembers: {
    summary: "List the members of a team",
    method: "GET",
    path: "/orgs/{organizationId}/teams/{teamId}/members",
    retry: "safe",
    query: paging,
    list: teamMembership,
  },
  updateTeamMembers: {
    summary: "Add, remove and change members of a team in one go",
    method: "PUT",
    path: "/orgs/{organizationId}/teams/{teamId}/members",
    retry: "idempotent",
    body: bulkBody,
    answers: empty,
  },
  setTeamMember: {
    summary: "Add a member to a team, or change their role in it",
    method: "PUT",
    path: "/orgs/{organizationId}/teams/{teamId}/members/{userId}",
    retry: "idempotent",
    body: () =>
      z.strictObject({
        role: teamRole.optional().describe("Role in the team; a new member gets member"),
      }),
    answers: empty,
  },
  removeTeamMember: {
    summary: "Remove a member from a team",
    method: "DELETE",
    path: "/orgs/{organizationId}/teams/{teamId}/members/{userId}",
    retry: "idempotent",
    answers: deleted,
  },
});
