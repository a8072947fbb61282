import type { z } from "zod";
import type { memberOperations } from "../../contract/parts/members.ts";
import type { member, user } from "../../contract/resource.ts";
import { compareText } from "../../text/json.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { accessCounts } from "../resources/spaces.ts";
import type { MemberState, OrganizationState, UserState } from "../store/state.ts";
import { known, remove, rows } from "../store/table.ts";

/** A person as the API shows them (2.2). */
export function showUser(
  { baseUrl }: Pick<Caller, "baseUrl">,
  shown: UserState,
): z.output<ReturnType<typeof user>> {
  return { object: "user", ...shown, urls: { location: `${baseUrl}/v1/users/${shown.id}` } };
}

/** Number of teams that a member is in. */
type TeamCount = (id: string) => number;

/** Counts the teams of all members at once, for lists. */
function teamCounts(organization: OrganizationState): TeamCount {
  const counts = new Map<string, number>();
  for (const team of rows(organization.teams)) {
    for (const id of Object.keys(team.members)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return (id) => counts.get(id) ?? 0;
}

/**
 * The view of the members of an organization (2.9). It counts at creation: create it once for each call, and
 * not for each member.
 */
export function memberView(
  caller: Caller,
  organization: OrganizationState,
  teams: TeamCount = teamCounts(organization),
): (shown: MemberState) => z.output<ReturnType<typeof member>> {
  const spaces = accessCounts(caller.state, organization);
  return (shown) => ({
    object: "member",
    ...shown,
    user: showUser(caller, known(caller.state.users, shown.id)),
    spaces: spaces(shown.role),
    teams: teams(shown.id),
  });
}

type List = Call<typeof memberOperations.listMembers>;

function matches({ state, query }: List, shown: MemberState): boolean {
  const { role, search, sort } = query;
  if (role !== undefined && shown.role !== role) return false;
  if (sort === "lastSeenAt" && shown.lastSeenAt === undefined) return false;
  if (search === undefined) return true;
  const { displayName, email } = known(state.users, shown.id);
  const text = search.toLowerCase();
  return [displayName, email ?? ""].some((name) => name.toLowerCase().includes(text));
}

function list(call: List) {
  const { sort = "joinedAt", order = "desc" } = call.query;
  const { organization } = call.found;
  const direction = order === "asc" ? 1 : -1;
  const timeOf = (shown: MemberState) => shown[sort] ?? "";
  const members = rows(organization.members)
    .filter((shown) => matches(call, shown))
    .sort((a, b) => direction * compareText(timeOf(a), timeOf(b)));
  return listing(members, memberView(call, organization));
}

function answer(call: Caller & { readonly found: { organization: OrganizationState; user: MemberState } }) {
  const { organization, user: shown } = call.found;
  const teams: TeamCount = (id) =>
    rows(organization.teams).filter(({ members }) => Object.hasOwn(members, id)).length;
  return { status: 200, body: memberView(call, organization, teams)(shown) } as const;
}

function removeMember({ found }: Call<typeof memberOperations.removeMember>) {
  const { organization, user } = found;
  remove(organization.members, user.id);
  for (const team of rows(organization.teams)) delete team.members[user.id];
  return { status: 205 } as const;
}

/** Operations on members (4.9). Nobody can be invited (A13). */
export const memberHandlers = {
  listMembers: list,
  getMember: answer,
  updateMember: (call) => {
    if (call.body.role !== undefined) call.found.user.role = call.body.role;
    return answer(call);
  },
  removeMember,
  setMemberSso: (call) => {
    call.found.user.sso = true;
    return answer(call);
  },
} satisfies HandlersOf<typeof memberOperations>;
