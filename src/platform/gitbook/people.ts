import { Answer, type Call, type GitbookCall } from "../calls/call.ts";
import { invalid } from "../http/refusal.ts";
import { memberHandlers } from "../parts/members.ts";
import { teamHandlers } from "../parts/teams.ts";
import { peopleOf, showUser } from "../resources/people.ts";
import { type InvitationState, newId, type OrganizationState, type State } from "../store/state.ts";
import { add, find, rows } from "../store/table.ts";

/** The id of the user with an email, in any organization; a new user where there is none. */
function userWith(state: State, email: string): string {
  const same = Object.values(state.users).find((user) => user.email?.toLowerCase() === email.toLowerCase());
  if (same !== undefined) return same.id;
  const id = newId(state, "usr");
  state.users[id] = { id, displayName: email, email };
  return id;
}

/** A member gets no mail. Anybody else gets one with each call (G2), or joins at once by single sign-on. */
function inviteMembers(call: GitbookCall<"inviteMembers">) {
  const { state, found, body, now } = call;
  const { organization } = found;
  const failed: string[] = [];
  const people = body.emails.map((one) =>
    typeof one === "string" ? { email: one, role: organization.defaultRole ?? "read" } : one,
  );
  const invited = people.filter(({ email }) => peopleOf(state, organization).find(email) === undefined);
  const users = invited.map(({ email, role }) => {
    const id = userWith(state, email);
    const isElsewhere = rows(state.organizations).some(({ members }) => find(members, id) !== undefined);
    if (body.sso === true && !isElsewhere)
      add(organization.members, { id, role, sso: true, disabled: false, joinedAt: now });
    else mail(organization, { email, role, at: now });
    if (body.sso === true && isElsewhere) failed.push(email);
    return id;
  });
  return { users, invited: users.length, ...(failed.length === 0 ? {} : { failedSSOEmails: failed }) };
}

/** Sends a mail: it is counted, so that tests see when somebody gets two. */
function mail(
  organization: OrganizationState,
  { email, role, at }: Pick<InvitationState, "email" | "role"> & { readonly at: string },
): void {
  const key = email.toLowerCase();
  const before = organization.invitations?.[key];
  const sentAt = [...(before?.sentAt ?? []), at];
  organization.invitations = { ...organization.invitations, [key]: { email, role, sentAt } };
}

/** Where removals are only requested, the administrators hear of it, and the member stays. */
function removeMember(call: Call<"removeMember">) {
  const { organization, user } = call.found;
  const { removals } = organization;
  if (removals === undefined) return memberHandlers.removeMember(call);
  removals.push(user.id);
  return new Answer(202, undefined);
}

/** The title of a team is unique in its organization. */
function checkTitle(organization: OrganizationState, title: string | undefined, own?: string): void {
  if (rows(organization.teams).some((team) => team.id !== own && team.title === title))
    throw invalid("title", `another team is called ${JSON.stringify(title)}`);
}

/** Invitations, removals that may only be requested, teams, and the user of the token. */
export const gitbookPeopleHandlers = {
  inviteMembers,
  removeMember,
  createTeam: (call: Call<"createTeam">) => {
    checkTitle(call.found.organization, call.body.title);
    return teamHandlers.createTeam(call);
  },
  updateTeam: (call: Call<"updateTeam">) => {
    checkTitle(call.found.organization, call.body.title, call.found.team.id);
    return teamHandlers.updateTeam(call);
  },
  pingOrganization: (call: Call<"pingOrganization">) => ({
    gitbookVisitorClaims: memberHandlers.pingOrganization(call).serviceVisitorClaims,
  }),
  getUser: (call: GitbookCall<"getUser">) => showUser(call, call.token.user),
};
