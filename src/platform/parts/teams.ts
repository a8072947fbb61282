import { Answer, type Call, type Handlers } from "../calls/call.ts";
import { invalid, nameList, setGiven } from "../http/refusal.ts";
import { permissionsOf } from "../resources/access.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { memberView, peopleOf } from "../resources/people.ts";
import { newId, type TeamRole, type TeamState } from "../store/state.ts";
import { add, entry, find, get, remove, rows } from "../store/table.ts";

/** A team as the API shows it (2.10). No operation gives a team access to a space: `spaces` is 0. */
export function showTeam({ token }: Caller, shown: TeamState): View<"getTeam"> {
  const { id, title, createdAt, members } = shown;
  return {
    object: "team",
    id,
    title,
    members: Object.keys(members).length,
    spaces: 0,
    createdAt,
    permissions: permissionsOf(token, "admin"),
  };
}

function listTeams(call: Call<"listTeams">) {
  const { owner, title } = call.query;
  const text = title?.toLowerCase();
  const teams = rows(call.found.organization.teams)
    .filter((shown) => owner === undefined || roleIn(shown, owner) === "owner")
    .filter((shown) => text === undefined || shown.title.toLowerCase().includes(text));
  return listing(teams, (shown) => showTeam(call, shown));
}

/** The role of a person in a team; undefined for somebody who is not in it. */
export function roleIn(shown: TeamState, userId: string): TeamRole | undefined {
  return entry(shown.members, userId);
}

function createTeam(call: Call<"createTeam">) {
  const { found, body, state, now } = call;
  const { members = [], title } = body;
  const unknown = members.filter((id) => find(found.organization.members, id) === undefined);
  if (unknown.length > 0) throw invalid("members", `not members of the organization: ${nameList(unknown)}`);
  const created: TeamState = {
    id: newId(state, "team"),
    title,
    createdAt: now,
    members: Object.fromEntries(members.map((id) => [id, "member"])),
  };
  return showTeam(call, add(found.organization.teams, created));
}

/** A team that is the default of a SAML provider can go; the provider then has none (A32). */
function deleteTeam({ found }: Call<"deleteTeam">): void {
  const { organization, team } = found;
  for (const provider of rows(organization.samlProviders)) {
    if (provider.defaultTeam === team.id) delete provider.defaultTeam;
  }
  remove(organization.teams, team.id);
}

function listTeamMembers(call: Call<"listTeamMembers">) {
  const { organization, team } = call.found;
  const show = memberView(call, organization);
  return {
    ids: Object.keys(team.members),
    show: (id: string) => ({
      organization: show(get(organization.members, id)),
      team: { role: roleIn(team, id) ?? "member" },
      permissions: permissionsOf(call.token),
    }),
  };
}

/**
 * Changes people of a team in one go: all of it, or nothing (A14); 400 naming those who cannot be (A13). Who is
 * added and removed is removed.
 */
function updateTeamMembers({ state, found, body }: Call<"updateTeamMembers">): void {
  const { members } = found.team;
  const people = peopleOf(state, found.organization);
  const added = people.idsOf("add", body.add ?? []);
  const withRole = Object.keys(body.memberships ?? {});
  const ids = people.idsOf("memberships", withRole);
  const removed = (body.remove ?? []).flatMap((person) => people.find(person) ?? []);
  const there = new Set([...Object.keys(members), ...added, ...removed]);
  const outside = ids.filter((id) => !there.has(id));
  if (outside.length > 0)
    throw invalid("memberships", `not in the team: ${nameList(outside)}; name them in add as well`);
  for (const id of added) members[id] ??= "member";
  for (const [index, { role }] of Object.values(body.memberships ?? {}).entries())
    members[ids[index] ?? ""] = role;
  for (const id of removed) delete members[id];
}

/** Operations on teams and their members (4.10). */
export const teamHandlers = {
  listTeams: listTeams,
  createTeam: createTeam,
  getTeam: (call) => showTeam(call, call.found.team),
  updateTeam: (call) => showTeam(call, setGiven(call.found.team, call.body)),
  deleteTeam,
  listTeamMembers,
  updateTeamMembers,
  setTeamMember: ({ found: { team, user }, body }) => {
    team.members[user.id] = body.role ?? roleIn(team, user.id) ?? "member";
  },
  removeTeamMember: ({ found: { team, user } }) => {
    if (roleIn(team, user.id) === undefined) return new Answer(204, undefined);
    delete team.members[user.id];
  },
} satisfies Partial<Handlers>;
