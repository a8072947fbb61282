import { memberEmail } from "../contract/parts/members.ts";
import {
  type Address,
  comparablePerson,
  idIn,
  keyPattern,
  organizationOf,
  withoutOrganization,
} from "../model/address.ts";
import { compareText } from "../text/json.ts";
import type { PlatformScope } from "./record.ts";
import type { RecordFile, ResourceRecord } from "./record-file.ts";
import { type Entry, entriesOf, findEntry, type Refusal } from "./record-list.ts";

/** A record after an edit. */
export interface Edited {
  readonly record: RecordFile;
  /** The addresses that the edit takes out, or moves. */
  readonly changed: readonly Address[];
}

/** The record without some addresses, and without what is in them. */
export function withoutEntries(
  record: RecordFile,
  scope: PlatformScope,
  given: readonly string[],
): Edited | { readonly refusals: readonly Refusal[] } {
  const entries = entriesOf(record, scope);
  const found = given.map((one) => findEntry(one, entries));
  const refusals = found.filter((one) => "problem" in one);
  if (refusals.length > 0) return { refusals };
  const named = found.filter((one) => "address" in one);
  const gone = entries.filter((entry) => named.some((owner) => isIn(entry, owner.address)));
  return { record: changedWith(record, scope, gone, []), changed: gone.map(({ address }) => address) };
}

/** The record with an entry, and what is in it, at another address. */
export function withMovedEntry(
  record: RecordFile,
  scope: PlatformScope,
  from: string,
  to: string,
): (Edited & { readonly from: Address; readonly to: Address }) | { readonly refusals: readonly Refusal[] } {
  const entries = entriesOf(record, scope);
  const source = findEntry(from, entries);
  if ("problem" in source) return { refusals: [source] };
  const target = moveTarget(source, to);
  const refusal = typeof target === "string" ? whyTaken(source, target, entries) : target;
  if (refusal !== undefined || typeof target !== "string") return { refusals: [refusal ?? []].flat() };
  const moved = entries.filter((entry) => isIn(entry, source.address));
  const added = moved.map((entry) => movedEntry(entry, source.address, target));
  return {
    record: changedWith(record, scope, moved, added),
    changed: moved.map(({ address }) => address),
    from: source.address,
    to: target,
  };
}

/** A person is named by an email, which has dots, and has nothing in it. */
function isIn({ address }: Pick<Entry, "address">, owner: Address): boolean {
  return address === owner || (!owner.includes("@") && address.startsWith(`${owner}.`));
}

/** The whole address that is meant by the one to move to, or why it cannot be that of the same object. */
function moveTarget(source: Entry, to: string): Address | Refusal {
  const alias = organizationOf(source.address);
  const [, named] = /^([^/.@]+)\//.exec(to) ?? [];
  if (named !== undefined && named !== alias) {
    const problem = `"${to}" is in another organization, and an object stays in its own`;
    return { problem, hint: `name an address in ${alias}` };
  }
  const target = named === undefined ? `${alias}/${to}` : to;
  const [before, after] = [levelsOf(source.key), levelsOf(withoutOrganization(target))];
  if (!after.every((level, at) => at % 2 === 0 || isKey(level)) || after.length % 2 !== before.length % 2)
    return { problem: `"${to}" is no address`, hint: `write it as ${source.key}, with another key` };
  const [plural, other] = [pluralOf(before), pluralOf(after)];
  if (plural === other) return target;
  const problem = `${source.key} is in ${plural}, and "${to}" would be in ${other}`;
  return { problem, hint: "an object keeps its kind: name an address of the same" };
}

/** The word before the last key; the last word of an address that ends without one. */
function pluralOf(levels: readonly string[]): string {
  return levels.at(levels.length % 2 === 0 ? -2 : -1) ?? "";
}

/** The segments of an address: of what, and its key, in turn. An email is one key. */
function levelsOf(key: string): readonly string[] {
  const [, before, email] = /^(.*?\bmembers)\.([^@]+@.+)$/.exec(key) ?? [];
  return before === undefined || email === undefined ? key.split(".") : [...before.split("."), email];
}

function isKey(level: string): boolean {
  return keyPattern.test(idIn(level) ?? level) || memberEmail.safeParse(level).success;
}

/** A person may be written in another case: the same entry is then not in the way. */
function whyTaken(source: Entry, target: Address, entries: readonly Entry[]): Refusal | undefined {
  const isSame = ({ address }: Entry): boolean => comparablePerson(address) === comparablePerson(target);
  const taken = entries.find((entry) => isIn(entry, target) || (entry !== source && isSame(entry)));
  if (taken === undefined) return undefined;
  const problem = `the record has ${taken.address} already, for ${taken.resource.id}`;
  return { problem, hint: `docform state rm ${target} forgets it` };
}

/**
 * The entry at its new address. Its hashes are keyed by the old address and can never fit again, so they are dropped: the
 * next apply makes new ones. A hash that never fits would look like a change of somebody.
 */
function movedEntry({ address, ...entry }: Entry, from: Address, to: Address): Entry {
  const next = `${to}${address.slice(from.length)}`;
  const { kind, id, protected: protection, createdBy } = entry.resource;
  const resource: ResourceRecord = {
    kind,
    id,
    ...(protection === undefined ? {} : { protected: protection }),
    ...(createdBy === undefined ? {} : { createdBy }),
  };
  return { ...entry, address: next, key: withoutOrganization(next), resource };
}

/** The record without some entries of a scope and with others. */
function changedWith(
  record: RecordFile,
  { baseUrl }: PlatformScope,
  gone: readonly Entry[],
  added: readonly Entry[],
): RecordFile {
  const organizations = Object.entries(record.platforms[baseUrl] ?? {}).map(
    ([id, { resources, ...entry }]) => {
      const out = new Set(gone.filter(({ organization }) => organization === id).map(({ key }) => key));
      const entries = [
        ...Object.entries(resources).filter(([key]) => !out.has(key)),
        ...added
          .filter(({ organization }) => organization === id)
          .map(({ key, resource }) => [key, resource] as const),
      ];
      return [
        id,
        { ...entry, resources: Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b))) },
      ] as const;
    },
  );
  return { ...record, platforms: { ...record.platforms, [baseUrl]: Object.fromEntries(organizations) } };
}
