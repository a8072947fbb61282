import { compareText } from "../../text/json.ts";
import type { Call, CallAt, Handlers } from "../calls/call.ts";
import { Refusal, setGiven } from "../http/refusal.ts";
import { listing } from "../resources/caller.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import { memberView } from "../resources/people.ts";
import { permissionIn } from "../resources/spaces.ts";
import type { MemberState } from "../store/state.ts";
import { find, known, remove, rows } from "../store/table.ts";
import { toMilliseconds } from "../store/time.ts";
import { spaceView } from "./spaces.ts";
import { roleIn, showTeam } from "./teams.ts";

function matches({ state, query }: Call<"listMembers">, shown: MemberState): boolean {
  const { role, search, sort } = query;
  if (role !== undefined && shown.role !== role) return false;
  if (sort === "lastSeenAt" && shown.lastSeenAt === undefined) return false;
  if (search === undefined) return true;
  const { displayName, email } = known(state.users, shown.id);
  const text = search.toLowerCase();
  return [displayName, email ?? ""].some((name) => name.toLowerCase().includes(text));
}

function listMembers(call: Call<"listMembers">) {
  const { sort = "joinedAt", order = "desc" } = call.query;
  const { organization } = call.found;
  const direction = order === "asc" ? 1 : -1;
  const timeOf = (shown: MemberState) => shown[sort] ?? "";
  const members = rows(organization.members)
    .filter((shown) => matches(call, shown))
    .sort((a, b) => direction * compareText(timeOf(a), timeOf(b)));
  return listing(members, memberView(call, organization));
}

function answer(call: CallAt<"organizationId" | "userId">) {
  const { organization, user } = call.found;
  const teams = rows(organization.teams).filter((team) => roleIn(team, user.id) !== undefined);
  return memberView(call, organization, () => teams.length)(user);
}

/** Only a member may call it (403 otherwise). The claims are an unsigned JWT (RFC 7519, 6) about the visit. */
function ping({ found, token, now }: Call<"pingOrganization">) {
  const { organization } = found;
  const member = find(organization.members, token.user);
  if (member === undefined) throw new Refusal(403, "The caller is no member of the organization.");
  member.lastSeenAt = now;
  const iat = Math.floor(toMilliseconds(now) / 1000);
  const claims = { sub: member.id, organization: organization.id, iat };
  return { serviceVisitorClaims: `${base64url({ alg: "none", typ: "JWT" })}.${base64url(claims)}.` };
}

function base64url(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The spaces that the member can open, by time of creation, those of one time in display order; `desc` is the reverse. */
function listSpaces(call: Call<"listMemberSpaces">) {
  const { state, query, found } = call;
  const spaces = spacesInOrder(state, found.organization)
    .filter((space) => permissionIn(state, found.user.role, space) !== undefined)
    .sort((a, b) => compareText(a.createdAt, b.createdAt));
  if (query.order !== "asc") spaces.reverse();
  const show = spaceView(call, found.organization.id);
  return listing(spaces, (space) => ({
    permission: permissionIn(state, found.user.role, space),
    space: show(space),
  }));
}

function listTeams(call: Call<"listMemberTeams">) {
  const { organization, user } = call.found;
  const text = call.query.title?.toLowerCase() ?? "";
  const teams = rows(organization.teams).filter(({ title }) => title.toLowerCase().includes(text));
  const joined = teams.flatMap((team) => {
    const role = roleIn(team, user.id);
    return role === undefined ? [] : [{ id: team.id, team, role }];
  });
  return listing(joined, ({ team, role }) => ({ team: showTeam(call, team), member: { role } }));
}

/** Operations on members, their presence, spaces and teams (4.9). Nobody can be invited (A13). */
export const memberHandlers = {
  listMembers: listMembers,
  getMember: answer,
  updateMember: (call) => {
    setGiven(call.found.user, { role: call.body.role });
    return answer(call);
  },
  removeMember: ({ found }) => {
    remove(found.organization.members, found.user.id);
    for (const team of rows(found.organization.teams)) delete team.members[found.user.id];
  },
  setMemberSso: (call) => {
    call.found.user.sso = true;
    return answer(call);
  },
  pingOrganization: ping,
  listMemberSpaces: listSpaces,
  listMemberTeams: listTeams,
} satisfies Partial<Handlers>;
