import { organizationOf, withoutOrganization } from "../model/address.ts";
import { compareText } from "../text/json.ts";
import type { JournalHeader } from "./journal-line.ts";
import type { PlatformScope } from "./record.ts";
import { type RecordFile, withOrganizations } from "./record-file.ts";
import { laterRun } from "./run-id.ts";

/** An object that a run created. */
interface CreatedObject {
  readonly address: string;
  readonly kind: string;
  readonly id: string;
}

/** The newest run that each organization of a scope has taken in, by alias: its journal, and older ones, are in the record. */
export function lastRunsOf(
  record: RecordFile | undefined,
  scope: PlatformScope,
): ReadonlyMap<string, string> {
  const known = record?.platforms[scope.baseUrl] ?? {};
  return new Map(
    Object.entries(scope.organizations).flatMap(([alias, id]) => {
      const run = known[id]?.lastRun;
      return run === undefined ? [] : [[alias, run] as const];
    }),
  );
}

/** The commits that were last applied whole to the organizations of a scope, each once. */
export function appliedCommits(
  record: RecordFile | undefined,
  { baseUrl, organizations }: PlatformScope,
): readonly string[] {
  const known = record?.platforms[baseUrl] ?? {};
  return [...new Set(Object.values(organizations).flatMap((id) => known[id]?.appliedCommit ?? []))];
}

/** Has a record taken in a run, in all organizations of it? */
export function hasTakenIn(
  record: RecordFile | undefined,
  { run, platform, organizations }: Pick<JournalHeader, "run" | "platform" | "organizations">,
): boolean {
  const scope = { baseUrl: platform.baseUrl, organizations };
  const last = lastRunsOf(record, scope);
  return Object.keys(organizations).every((alias) => (last.get(alias) ?? "") >= run);
}

/** The newest run that a record names. Journals may be gone: a new run still comes after this one. */
export function newestRunIn(record: RecordFile | undefined): string | undefined {
  return Object.values(record?.platforms ?? {})
    .flatMap((organizations) => Object.values(organizations))
    .reduce<string | undefined>((newest, { lastRun }) => laterRun(newest, lastRun), undefined);
}

/** The record after it has taken in all runs up to one: each organization that `isMeant` names that run. */
export function withLastRun(
  record: RecordFile,
  run: string | undefined,
  isMeant: (baseUrl: string, organization: string) => boolean = () => true,
): RecordFile {
  const platforms = Object.entries(record.platforms).map(([baseUrl, organizations]) => {
    const entries = Object.entries(organizations).map(([id, entry]) => {
      const last = isMeant(baseUrl, id) ? laterRun(entry.lastRun, run) : entry.lastRun;
      const isSame = last === undefined || last === entry.lastRun;
      return [id, isSame ? entry : { ...entry, lastRun: last }] as const;
    });
    return [baseUrl, Object.fromEntries(entries)] as const;
  });
  return { ...record, platforms: Object.fromEntries(platforms) };
}

/** Tells whether an organization of a platform is one of a scope. */
export function isIn(scope: PlatformScope): (baseUrl: string, organization: string) => boolean {
  const ids = new Set(Object.values(scope.organizations));
  return (baseUrl, organization) => baseUrl === scope.baseUrl && ids.has(organization);
}

/**
 * The record with objects that runs created and did not record. The later one counts where two have an address, and an
 * entry that is of the object already stays as it is.
 */
export function withCreated(
  record: RecordFile | undefined,
  salt: string,
  scope: PlatformScope,
  created: readonly CreatedObject[],
  at: string,
): RecordFile | undefined {
  if (created.length === 0) return record;
  const known = record?.platforms[scope.baseUrl] ?? {};
  const organizations = Object.entries(scope.organizations).flatMap(([alias, id]) => {
    const own = created.filter(({ address }) => organizationOf(address) === alias);
    if (own.length === 0) return [];
    const { resources = {}, lastApply = { at }, ...rest } = known[id] ?? {};
    const entries = new Map(Object.entries(resources));
    for (const { address, kind, id } of own) {
      const key = withoutOrganization(address);
      if (entries.get(key)?.id !== id) entries.set(key, { kind, id });
    }
    const sorted = [...entries].sort(([a], [b]) => compareText(a, b));
    return [[id, { lastApply, ...rest, resources: Object.fromEntries(sorted) }] as const];
  });
  return withOrganizations(record, salt, scope.baseUrl, organizations);
}

/** The record without what runs deleted and did not record: a list that lacks it is whole. */
export function withoutGone(
  record: RecordFile | undefined,
  { baseUrl, organizations }: PlatformScope,
  gone: ReadonlySet<string>,
): RecordFile | undefined {
  const known = record?.platforms[baseUrl];
  if (record === undefined || known === undefined || gone.size === 0) return record;
  const ids = new Set(Object.values(organizations));
  const kept = Object.entries(known).map(([id, { resources, ...rest }]) => {
    const own = Object.entries(resources).filter(
      ([, one]) => !(ids.has(id) && gone.has(`${one.kind} ${one.id}`)),
    );
    return [id, { ...rest, resources: Object.fromEntries(own) }] as const;
  });
  return { ...record, platforms: { ...record.platforms, [baseUrl]: Object.fromEntries(kept) } };
}

/** The aliases of the organizations that a record has. */
export function recordedIn(
  record: RecordFile | undefined,
  { baseUrl, organizations }: PlatformScope,
): ReadonlySet<string> {
  const known = record?.platforms[baseUrl] ?? {};
  return new Set(
    Object.keys(organizations).filter((alias) => known[organizations[alias] ?? ""] !== undefined),
  );
}
