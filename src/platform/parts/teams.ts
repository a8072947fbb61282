import type { z } from "zod";
import type { team, teamOperations } from "../../contract/parts/teams.ts";
import { permissionsOf } from "../access.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { invalid, nameList, setGiven } from "../refusal.ts";
import { peopleOf } from "../resources/people.ts";
import type { TeamRole, TeamState } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { add, find, get, remove, rows } from "../store/table.ts";
import { memberView } from "./members.ts";

/** A team as the API shows it (2.10). No operation gives a team access to a space: `spaces` is 0. */
export function showTeam({ token }: Caller, shown: TeamState): z.output<ReturnType<typeof team>> {
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

function list(call: Call<typeof teamOperations.listTeams>) {
  const { owner, title } = call.query;
  const text = title?.toLowerCase();
  const teams = rows(call.found.organization.teams)
    .filter((shown) => owner === undefined || roleIn(shown, owner) === "owner")
    .filter((shown) => text === undefined || shown.title.toLowerCase().includes(text));
  return listing(teams, (shown) => showTeam(call, shown));
}

/** The role of a person in a team; undefined for somebody who is not in it. */
export function roleIn(shown: TeamState, userId: string): TeamRole | undefined {
  return Object.hasOwn(shown.members, userId) ? shown.members[userId] : undefined;
}

function create(call: Call<typeof teamOperations.createTeam>) {
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
  return { status: 201, body: showTeam(call, add(found.organization.teams, created)) } as const;
}

/** A team that is the default of a SAML provider can go; the provider then has none (A32). */
function deleteTeam({ found }: Call<typeof teamOperations.deleteTeam>) {
  const { organization, team } = found;
  for (const provider of rows(organization.samlProviders)) {
    if (provider.defaultTeam === team.id) delete provider.defaultTeam;
  }
  remove(organization.teams, team.id);
  return { status: 205 } as const;
}

function listTeamMembers(call: Call<typeof teamOperations.listTeamMembers>) {
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

interface Membership {
  readonly add: readonly string[];
  readonly remove: ReadonlySet<string>;
  readonly roles: ReadonlyMap<string, TeamRole>;
}

/** The people of a bulk update, as user ids; 400 naming those who cannot be (A13). */
function readBulk({ state, found, body }: Call<typeof teamOperations.updateTeamMembers>): Membership {
  const people = peopleOf(state, found.organization);
  const memberships = Object.entries(body.memberships ?? {});
  const ids = {
    add: people.idsOf("add", body.add ?? []),
    memberships: people.idsOf(
      "memberships",
      memberships.map(([person]) => person),
    ),
  };
  const roles = memberships.map(([, { role }], index) => [ids.memberships[index] ?? "", role] as const);
  const gone = (body.remove ?? []).flatMap((person) => people.find(person) ?? []);
  return { add: ids.add, remove: new Set(gone), roles: new Map(roles) };
}

function checkRoles(shown: TeamState, { add: added, remove: gone, roles }: Membership): void {
  const there = new Set([...Object.keys(shown.members), ...added, ...gone]);
  const outside = [...roles.keys()].filter((id) => !there.has(id));
  if (outside.length === 0) return;
  throw invalid("memberships", `not in the team: ${nameList(outside)}; name them in add as well`);
}

/** Changes people of a team in one go: all of it, or nothing (A14). Who is added and removed is removed. */
function updateTeamMembers(call: Call<typeof teamOperations.updateTeamMembers>) {
  const { members } = call.found.team;
  const change = readBulk(call);
  checkRoles(call.found.team, change);
  for (const id of change.add) members[id] ??= "member";
  for (const [id, role] of change.roles) members[id] = role;
  for (const id of change.remove) delete members[id];
  return { status: 204 } as const;
}

function isIn(shown: TeamState, user: { readonly id: string }): boolean {
  return Object.hasOwn(shown.members, user.id);
}

/** Operations on teams and their members (4.10). */
export const teamHandlers = {
  listTeams: list,
  createTeam: create,
  getTeam: (call) => ({ status: 200, body: showTeam(call, call.found.team) }),
  updateTeam: (call) => {
    setGiven(call.found.team, call.body);
    return { status: 200, body: showTeam(call, call.found.team) };
  },
  deleteTeam,
  listTeamMembers,
  updateTeamMembers,
  setTeamMember: ({ found, body }) => {
    found.team.members[found.user.id] = body.role ?? roleIn(found.team, found.user.id) ?? "member";
    return { status: 204 };
  },
  removeTeamMember: ({ found }) => {
    if (!isIn(found.team, found.user)) return { status: 204 };
    delete found.team.members[found.user.id];
    return { status: 205 };
  },
} satisfies HandlersOf<typeof teamOperations>;
