import type { AccessState } from "../store/access-state.ts";
import type { State } from "../store/state.ts";
import { entry, find } from "../store/table.ts";

/** Entries that a page names before it counts. */
const mostNamed = 5;

/** The name of somebody for people: the id where there is none. */
export function userName(state: State, id: string): string {
  return entry(state.users, id)?.displayName ?? id;
}

/** Who has a role of their own in something of an organization: `team Docs: edit`, `Ana Ruiz: admin`. */
export function accessNotes(
  state: State,
  { organization, access }: { readonly organization: string; readonly access?: AccessState },
): readonly string[] {
  const { teams = {}, users = {} } = access ?? {};
  const known = find(state.organizations, organization)?.teams;
  const titleOf = (id: string): string => (known === undefined ? undefined : find(known, id)?.title) ?? id;
  const notes = [
    ...Object.entries(teams).map(([id, role]) => `team ${titleOf(id)}: ${role ?? "no role"}`),
    ...Object.entries(users).map(([id, role]) => `${userName(state, id)}: ${role ?? "no role"}`),
  ];
  const more = notes.length - mostNamed;
  return more > 0 ? [...notes.slice(0, mostNamed), `${more} more`] : notes;
}
