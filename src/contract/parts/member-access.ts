import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import { optional, queryOrder, role } from "../resource.ts";
import { space } from "./spaces.ts";
import { team, teamMember } from "./teams.ts";

/** A space that a member can open, and the permission there (4.9). A `null` permission is a guest's. */
const memberSpace = once(() => z.object({ permission: role.nullable().optional(), space: space() }));

/** A team of a member, and the role in it (4.9). */
const memberTeam = once(() => z.object({ team: team(), member: teamMember() }));

/** Operations on the presence, spaces and teams of members (4.9). */
export const memberAccessOperations = defineOperations("4.9", {
  pingOrganization: {
    summary: "Tell that the caller was here: updates the time they were last seen",
    call: "POST /orgs/{organizationId}/ping",
    retry: "idempotent",
    answers: { 200: () => z.object({ serviceVisitorClaims: z.string().optional() }) },
  },
  listMemberSpaces: {
    summary: "List the spaces of a member",
    call: "GET /orgs/{organizationId}/members/{userId}/spaces",
    query: () =>
      paging().extend({
        order: optional(queryOrder, "Direction of the list; desc when not given"),
      }),
    list: memberSpace,
  },
  listMemberTeams: {
    summary: "List the teams of a member",
    call: "GET /orgs/{organizationId}/members/{userId}/teams",
    query: () =>
      paging().extend({
        title: optional(z.string(), "Only teams whose title contains this text, in any case"),
      }),
    list: memberTeam,
  },
});
