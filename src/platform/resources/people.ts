import { invalid, nameList } from "../refusal.ts";
import type { OrganizationState, State } from "../store/state.ts";
import { find } from "../store/table.ts";

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
