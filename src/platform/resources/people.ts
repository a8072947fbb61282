import { invalid, nameList } from "../http/refusal.ts";
import type { MemberState, OrganizationState, State } from "../store/state.ts";
import { find, known, rows } from "../store/table.ts";
import type { Caller, View } from "./caller.ts";
import { accessCounts } from "./spaces.ts";

/** Finds members of an organization by user id or email (A13). Emails compare without regard to case. */
export interface People {
  /** User id of the person; undefined for somebody who is not a member. */
  readonly find: (person: string) => string | undefined;
  /** User ids of all of them; 400 naming everybody who is not a member. */
  readonly idsOf: (field: string, people: readonly string[]) => string[];
}

/** Indexes the emails of an organization once. */
export function peopleOf(state: State, organization: OrganizationState): People {
  const byEmail = new Map(
    organization.members.order.map((id) => [state.users[id]?.email?.toLowerCase() ?? "", id]),
  );
  const findPerson = (person: string) =>
    find(organization.members, person)?.id ?? (person === "" ? undefined : byEmail.get(person.toLowerCase()));
  const idsOf = (field: string, people: readonly string[]) => {
    const unknown = people.filter((person) => findPerson(person) === undefined);
    if (unknown.length > 0) throw invalid(field, `not members of the organization: ${nameList(unknown)}`);
    return people.flatMap((person) => findPerson(person) ?? []);
  };
  return { find: findPerson, idsOf };
}

/** The person with this id as the API shows them (2.2). */
export function showUser({ state, baseUrl }: Caller, id: string) {
  const shown = known(state.users, id);
  return { object: "user" as const, ...shown, urls: { location: `${baseUrl}/v1/users/${id}` } };
}

/** Counts the teams of all members at once, for lists. */
function teamCounts(organization: OrganizationState): (id: string) => number {
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
  teams = teamCounts(organization),
): (shown: MemberState) => View<"getMember"> {
  const spaces = accessCounts(caller.state, organization);
  return (shown) => ({
    object: "member",
    ...shown,
    user: showUser(caller, shown.id),
    spaces: spaces(shown.role),
    teams: teams(shown.id),
  });
}
