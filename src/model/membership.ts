import type { Operation } from "../contract/operation.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";

/** A field whose value is a map of who is in it to role: the people of a team, or the teams and people with access. */
export interface Membership {
  /** The sorts of entries. One without a key is the value itself; several are each under their key. */
  readonly sorts: readonly [EntrySort, ...EntrySort[]];
  /** One call that sets all entries, or calls by role and entry. */
  readonly calls: BulkCall | EntryCalls;
  /** Role that somebody should have, where somebody has it. */
  readonly leadRole: string;
  /** The roles, the one that may do most first. Given where a role opens the owner to somebody. */
  readonly widestFirst?: readonly string[];
  /** Lists the role of each person by all rules together: it is read, never computed. */
  readonly effective?: Operation;
  /** The fields beside it that give a role to those without an entry. */
  readonly levels?: readonly string[];
  /**
   * Nobody has set it or a level yet, by the answer of an owner without an entry: the first one may change who can
   * open the owner.
   */
  readonly isUntouched?: (answer: JsonObject) => boolean;
  /** The number of its entries, as far as the answer of its owner says it. */
  readonly sizeIn?: (answer: JsonObject) => number | undefined;
  /** It is what its owner consists of: who leaves the organization leaves it, and a new name is found by it. */
  readonly isContents?: true;
}

/** One call adds, removes and changes all entries (A14). */
interface BulkCall {
  readonly by: "bulk";
  readonly set: Operation;
  /** Role of an entry that is added without one. */
  readonly defaultRole: string;
}

/** One call adds entries of one sort with one role; each sort has its own calls for one entry. */
interface EntryCalls {
  readonly by: "entry";
  readonly add: Operation;
}

/** A sort of entries. */
export interface EntrySort {
  /** Key of its map in the value, and of its ids in the body of the call that adds. */
  readonly key?: string;
  /** Kind that the keys of the map name. */
  readonly of: string;
  /** Its keys are those of the manifests, or `id:…`. Otherwise they are natural keys or ids, as those of people. */
  readonly isReference?: true;
  readonly list: Operation;
  /** An item of `list`; undefined for an entry that gives no role. */
  readonly read: (item: JsonObject) => { readonly id: string; readonly role: string } | undefined;
  /** The calls for one entry, whose id is the given path parameter. */
  readonly one?: { readonly change: Operation; readonly remove: Operation; readonly idParam: string };
}

/** The key of an entry among all of its membership: its id, after the key of its sort (`teams.team_1`). */
export function entryKey({ key }: EntrySort, id: string): string {
  return key === undefined ? id : `${key}.${id}`;
}

/** The sort of an entry, and its id or name there, from its key. */
export function entryAt(
  { sorts }: Membership,
  key: string,
): { readonly sort: EntrySort; readonly name: string } {
  const sort = sorts.find((one) => one.key !== undefined && key.startsWith(`${one.key}.`));
  if (sort?.key === undefined) return { sort: sorts[0], name: key };
  return { sort, name: key.slice(sort.key.length + 1) };
}

/** The role by the key of each entry of a written value. */
export function entriesWritten(
  { sorts }: Membership,
  value: Json | undefined,
): Readonly<Record<string, Json>> {
  if (!isObject(value)) return {};
  const entries = sorts.flatMap((sort) => {
    const map = sort.key === undefined ? value : value[sort.key];
    return Object.entries(isObject(map) ? map : {}).map(
      ([name, role]) => [entryKey(sort, name), role] as const,
    );
  });
  return Object.fromEntries(entries);
}

/** Entries as a value is written: each under the key of its sort, in the order given. */
export function asWritten(membership: Membership, entries: Iterable<readonly [string, Json]>): JsonObject {
  const maps = new Map<string | undefined, [string, Json][]>();
  for (const [key, role] of entries) {
    const { sort, name } = entryAt(membership, key);
    maps.set(sort.key, [...(maps.get(sort.key) ?? []), [name, role]]);
  }
  const written = membership.sorts.flatMap(({ key }): [string, Json][] => {
    const map = maps.get(key) ?? [];
    if (key === undefined) return map;
    return map.length === 0 ? [] : [[key, Object.fromEntries(map)]];
  });
  return Object.fromEntries(written);
}

/** Every operation that changes an entry. */
export function entryCalls({ calls, sorts }: Membership): readonly Operation[] {
  const one = sorts.flatMap(({ one: each }) => (each === undefined ? [] : [each.change, each.remove]));
  return [calls.by === "bulk" ? calls.set : calls.add, ...one];
}

/** The kinds that the entries name. */
export function kindsIn({ sorts }: Membership): readonly string[] {
  return sorts.map(({ of }) => of);
}
