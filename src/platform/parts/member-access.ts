import type { memberAccessOperations } from "../../contract/parts/members.ts";
import { compareText } from "../../text/json.ts";
import { type Call, type HandlersOf, listing } from "../call.ts";
import { Refusal } from "../refusal.ts";
import { spacesInOrder } from "../resources/content-tree.ts";
import { permissionIn } from "../resources/spaces.ts";
import { unsignedJwt } from "../server/jwt.ts";
import { find, rows } from "../store/table.ts";
import { toMilliseconds } from "../store/time.ts";
import { spaceView } from "./spaces.ts";
import { roleIn, showTeam } from "./teams.ts";

type Operations = typeof memberAccessOperations;

/** Only a member may call it (403 otherwise). The claims are an unsigned JWT about the visit. */
function ping({ found, token, now }: Call<Operations["pingOrganization"]>) {
  const { organization } = found;
  const member = find(organization.members, token.user);
  if (member === undefined) throw new Refusal(403, "The caller is no member of the organization.");
  member.lastSeenAt = now;
  const iat = Math.floor(toMilliseconds(now) / 1000);
  const claims = { sub: member.id, organization: organization.id, iat };
  return { status: 200, body: { serviceVisitorClaims: unsignedJwt(claims) } } as const;
}

/** The spaces that the member can open, by time of creation, those of one time in display order; `desc` is the reverse. */
function listSpaces(call: Call<Operations["listMemberSpaces"]>) {
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

function listTeams(call: Call<Operations["listMemberTeams"]>) {
  const { organization, user } = call.found;
  const text = call.query.title?.toLowerCase() ?? "";
  const teams = rows(organization.teams).filter(({ title }) => title.toLowerCase().includes(text));
  const joined = teams.flatMap((team) => {
    const role = roleIn(team, user.id);
    return role === undefined ? [] : [{ id: team.id, team, role }];
  });
  return listing(joined, ({ team, role }) => ({ team: showTeam(call, team), member: { role } }));
}

/** Operations on the presence, spaces and teams of members (4.9). */
export const memberAccessHandlers = {
  pingOrganization: ping,
  listMemberSpaces: listSpaces,
  listMemberTeams: listTeams,
} satisfies HandlersOf<Operations>;
