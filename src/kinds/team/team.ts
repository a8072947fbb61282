import * as z from "zod";
import { gitbookPeopleOperations } from "../../contract/gitbook/people.ts";
import { teamOperations, teamTitle } from "../../contract/parts/teams.ts";
import { teamRole } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import { permitted } from "../risks-and-permissions.ts";

function readMembership(item: JsonObject): { id: string; role: string } {
  const id = isObject(item.organization) ? item.organization.id : undefined;
  const role = isObject(item.team) ? item.team.role : undefined;
  return { id: String(id), role: String(role) };
}

const operations = {
  read: teamOperations.listTeams,
  find: teamOperations.getTeam,
  create: teamOperations.createTeam,
  update: [teamOperations.updateTeam],
  delete: teamOperations.deleteTeam,
};

const title = { schema: teamTitle, doc: "Title of the team" };

/** A team and its people (2.10, 4.10). */
export const teamKind = defineKind({
  name: "team",
  plural: "teams",
  doc: "A team and the people in it",
  shape: "collection",
  access: true,
  fields: {
    title,
    members: {
      schema: z.record(z.string(), teamRole),
      doc: "The people of the team: email (or id) to owner or member. The whole list, unless manage says listed",
      values: { owner: "manages who is in the team", member: "is in the team" },
      membership: {
        sorts: [{ of: "member", list: teamOperations.listTeamMembers, read: readMembership }],
        calls: { by: "bulk", set: teamOperations.updateTeamMembers, defaultRole: "member" },
        leadRole: "owner",
        isContents: true,
        sizeIn: ({ members }) => (typeof members === "number" ? members : undefined),
      },
    },
  },
  naturalKeys: [["title"]],
  required: ["title"],
  idParam: "teamId",
  operations,
  differences: {
    gitbook: {
      fields: { title: { ...title, unique: {} } },
      operations: { ...operations, update: [gitbookPeopleOperations.updateTeam] },
    },
  },
  permissions: permitted("admin", "team", "admin"),
  seed: { list: "teams" },
  label: (answer) => String(answer.title),
  example: { title: "Docs team", members: { "ana@acme.example": "owner", "li@acme.example": "member" } },
});
