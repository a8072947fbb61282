import type { OrganizationState, SpaceState, State } from "./state.ts";
import { emptyTable } from "./table.ts";

/** A platform on which nothing is yet. */
export function emptyState(): State {
  return {
    nextId: 1,
    tokens: {},
    users: {},
    organizations: emptyTable(),
    spaces: {},
    collections: {},
    templates: {},
  };
}

/** A new id, such as `team_12`. The same history gives the same ids. */
export function newId(state: State, prefix: string): string {
  const id = `${prefix}_${state.nextId}`;
  state.nextId += 1;
  return id;
}

/** The entry with this id. Callers choose some ids, so it is safe for ids such as `__proto__`. */
export function entry<T>(record: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}

/** The entry with this id, which must be there. */
export function known<T>(record: Readonly<Record<string, T>>, id: string): T {
  const found = entry(record, id);
  if (found === undefined) throw new Error(`state is broken: no entry ${id}`);
  return found;
}

/** A space that can be used: of this organization, and not deleted (A17). */
export function liveSpace(state: State, organization: OrganizationState, id: string): SpaceState | undefined {
  const space = entry(state.spaces, id);
  return space?.organization === organization.id && space.deletedAt === undefined ? space : undefined;
}

export const maxLength = 100;

export function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$|-$/, "");
}
