import type { OrganizationState, SpaceState, State } from "./state.ts";

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

/** A new id, such as `team_12`: the same for the same history. */
export function newId(state: State, prefix: string): string {
  const id = `${prefix}_${state.nextId}`;
  state.nextId += 1;
  return id;
}

/** The entry with this id; safe for ids such as `__proto__` that a caller made up. */
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

/** Objects by id, in an order; plain data, so that state can be copied and written as JSON. */
export interface Table<T> {
  readonly byId: Record<string, T>;
  readonly order: string[];
}

/** A table without rows. */
export function emptyTable<T>(): Table<T> {
  return { byId: {}, order: [] };
}

/** The row with this id; safe for ids such as `__proto__` that a caller made up. */
export function find<T>(table: Table<T>, id: string): T | undefined {
  return Object.hasOwn(table.byId, id) ? table.byId[id] : undefined;
}

/** The row with this id, which must be there. */
export function get<T>(table: Table<T>, id: string): T {
  const row = find(table, id);
  if (row === undefined) throw new Error(`state is broken: no row ${id}`);
  return row;
}

/** Adds a row at the end, under its id unless a key is given. */
export function add<T extends { readonly id: string }>(table: Table<T>, row: T, key: string = row.id): T {
  if (find(table, key) !== undefined) throw new Error(`state is broken: two rows ${key}`);
  table.byId[key] = row;
  table.order.push(key);
  return row;
}

/** Takes a row out. */
export function remove<T>(table: Table<T>, id: string): void {
  delete table.byId[id];
  removeItem(table.order, id);
}

/** All rows, in order. */
export function rows<T>(table: Table<T>): T[] {
  return table.order.map((id) => get(table, id));
}

/** Takes an id out of an ordered list, and says where it was (-1: nowhere). */
export function removeItem(list: string[], id: string): number {
  const index = list.indexOf(id);
  if (index >= 0) list.splice(index, 1);
  return index;
}

const maxLength = 100;

/** A readable path from a title: lower case, letters and digits of any script, dashes between. */
export function slugOf(title: string, fallback: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  return cut(slug, maxLength) || fallback;
}

/** The slug, with a number at its end when it is taken: `guides`, `guides-2`, `guides-3` (A23). */
export function uniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `-${number}`;
    const candidate = cut(slug, maxLength - suffix.length) + suffix;
    if (!isTaken(candidate)) return candidate;
  }
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$|-$/, "");
}

/** ISO 8601 date-time of a moment. It reads no clock: the moment is the argument. */
export function toIso(milliseconds: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
  return new Date(milliseconds).toISOString();
}

/** Milliseconds since 1970 of an ISO 8601 date-time. */
export function toMilliseconds(iso: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
  return Date.parse(iso);
}
