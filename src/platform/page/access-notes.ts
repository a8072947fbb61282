import type { AccessState } from "../store/access-state.ts";
import type { DefaultLevel, State } from "../store/state.ts";
import { entry, find } from "../store/table.ts";

/** Entries that a page names before it counts. */
const mostNamed = 5;

/** The name of somebody for people: the id where there is none. */
export function userName(state: State, id: string): string {
  return entry(state.users, id)?.displayName ?? id;
}

/** Something of an organization that has access of its own. */
interface Opened {
  readonly organization: string;
  readonly access?: AccessState;
  readonly defaultLevel?: DefaultLevel | null;
}

/** The roles that something of an organization gives: `members: read`, `team Docs: edit`, `Ana Ruiz: admin`. */
export function accessNotes(
  state: State,
  { organization, access, defaultLevel = "inherit" }: Opened,
): readonly string[] {
  const level = defaultLevel === "inherit" ? [] : [`members: ${defaultLevel ?? "no access"}`];
  const { teams = {}, users = {} } = access ?? {};
  const known = find(state.organizations, organization)?.teams;
  const titleOf = (id: string): string => (known === undefined ? undefined : find(known, id)?.title) ?? id;
  const notes = [
    ...Object.entries(teams).map(([id, role]) => `team ${titleOf(id)}: ${role ?? "no role"}`),
    ...Object.entries(users).map(([id, role]) => `${userName(state, id)}: ${role ?? "no role"}`),
  ];
  const more = notes.length - mostNamed;
  return [...level, ...(more > 0 ? [...notes.slice(0, mostNamed), `${more} more`] : notes)];
}
