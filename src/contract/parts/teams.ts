import * as z from "zod";
import { defineOperations, pagedBy, paging } from "../operation.ts";
import {
  deleted,
  empty,
  member,
  objectOf,
  optional,
  permissions,
  requestBody,
  resource,
  teamRole,
  timestamp,
} from "../resource.ts";

/** Title of a team, 1..64 characters (A11). */
export const teamTitle = z.string().min(1).max(64);

/** Team (2.10). */
export const team = resource("team", () => ({
  id: z.string(),
  title: z.string(),
  members: z.number().optional(),
  spaces: z.number().optional(),
  createdAt: timestamp.optional(),
  permissions: permissions("admin", "view"),
}));

/** Membership of a person in a team (2.10). */
export const teamMember = objectOf(() => ({ role: teamRole }));

/** Item of the members of a team (4.10). */
const teamMembership = objectOf(() => ({
  organization: member(),
  team: teamMember(),
  permissions: permissions("view"),
}));

const person = z.string().describe("User id or email");

const bulkBody = requestBody(() => ({
  add: optional(z.array(person), "Users to add, by id or email"),
  remove: optional(z.array(person), "Users to remove, by id or email; a user who is also in add is removed"),
  memberships: optional(
    z.record(z.string(), z.strictObject({ role: teamRole.describe("Role in the team") })),
    "Roles by user, for members already there or added by this call",
  ),
}));

/** Operations on teams (4.10). */
export const teamOperations = defineOperations("4.10", {
  listTeams: {
    summary: "List the teams of an organization",
    call: "GET /orgs/{organizationId}/teams",
    query: pagedBy(() => ({
      owner: optional(z.string(), "Only teams that the member with this id can manage"),
      title: optional(z.string(), "Only teams whose title contains this text, in any case"),
    })),
    list: team,
  },
  createTeam: {
    summary: "Create a team",
    call: "PUT /orgs/{organizationId}/teams",
    retry: "create",
    body: requestBody(() => ({
      title: teamTitle.describe("Title of the team"),
      members: optional(z.array(z.string()), "Ids of the members of the team"),
    })),
    answers: { 201: team },
  },
  getTeam: {
    summary: "Get a team",
    call: "GET /orgs/{organizationId}/teams/{teamId}",
    answers: { 200: team },
  },
  updateTeam: {
    summary: "Update a team",
    call: "PATCH /orgs/{organizationId}/teams/{teamId}",
    body: requestBody(() => ({ title: optional(teamTitle, "Title of the team") })),
    answers: { 200: team },
  },
  deleteTeam: {
    summary: "Delete a team",
    call: "DELETE /orgs/{organizationId}/teams/{teamId}",
    answers: deleted,
  },
  listTeamMembers: {
    summary: "List the members of a team",
    call: "GET /orgs/{organizationId}/teams/{teamId}/members",
    query: paging,
    list: teamMembership,
  },
  updateTeamMembers: {
    summary: "Add, remove and change members of a team in one go",
    call: "PUT /orgs/{organizationId}/teams/{teamId}/members",
    body: bulkBody,
    answers: empty,
  },
  setTeamMember: {
    summary: "Add a member to a team, or change their role in it",
    call: "PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}",
    body: requestBody(() => ({
      role: optional(teamRole, "Role in the team; a new member gets member"),
    })),
    answers: empty,
  },
  removeTeamMember: {
    summary: "Remove a member from a team",
    call: "DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId}",
    answers: deleted,
  },
});
