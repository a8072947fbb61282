import { type Address, organizationOf, withoutOrganization } from "../model/address.ts";
import type { Requests } from "../model/requests.ts";
import type { ComparedField } from "../planner/compared-fields.ts";
import {
  type Creator,
  type LastApply,
  type Protection,
  type RecordedResource,
  type Sealing,
  sealField,
} from "../planner/match/recorded-ids.ts";
import { compareText, equalJson, type Json } from "../text/json.ts";
import { type RecordFile, type ResourceRecord, withOrganizations } from "./record-file.ts";
import { laterRun } from "./run-id.ts";

/** The target of an apply: a platform, and the organizations of the project by alias. */
export interface PlatformScope {
  readonly baseUrl: string;
  readonly organizations: Readonly<Record<string, string>>;
}

/** The hash functions of a record, salted with the salt of its file. */
export interface RecordHashes {
  readonly hash: LastApply["hash"];
  /** Keyed hash of a value and the place that it is said of. */
  readonly seal: (value: Json, place: string) => string;
}

/** The recorded facts about a scope, by address. */
export function lastApplyOf(
  record: RecordFile,
  scope: PlatformScope,
  { hash, seal }: RecordHashes,
): LastApply {
  const platform = record.platforms[scope.baseUrl] ?? {};
  const all = <T>(
    read: (one: (typeof platform)[string]) => Readonly<Record<string, T>> | undefined,
    mark: string,
  ) =>
    new Map(
      Object.entries(scope.organizations).flatMap(([alias, id]) =>
        Object.entries((platform[id] && read(platform[id])) ?? {}).map(
          ([name, value]) => [`${alias}${mark}${name}`, value] as const,
        ),
      ),
    );
  const resources = all((one) => one.resources, "/");
  return {
    resources: new Map(
      [...resources].map(([address, { unverifiable = {}, ...rest }]): [string, RecordedResource] => [
        address,
        { ...rest, unverifiable },
      ]),
    ),
    waiting: all((one) => one.waiting, "/"),
    requests: all((one) => one.requests, " "),
    hash,
    seal: sealedIn(scope, seal),
  };
}

/** A seal includes the platform and organization, so that an entry copied to another scope does not match. */
function sealedIn({ baseUrl, organizations }: PlatformScope, seal: RecordHashes["seal"]): Sealing {
  return (value, address) => {
    const id = organizations[organizationOf(address)] ?? "";
    return seal(value, `${baseUrl} ${id} ${withoutOrganization(address)}`);
  };
}

/** The facts about an address after an apply. It is declared, or the record keeps it. */
export interface Known {
  readonly kind: string;
  readonly id: string;
  /**
   * For each path, the values on which manifest and platform agree, or `as kept` for a value that the record
   * keeps. Undefined keeps all recorded fields, since the object was not compared.
   */
  readonly fields?: ReadonlyMap<string, Agreed | "as kept">;
  /** The apply that first protected it. */
  readonly protected?: Protection;
  /** The run that created it. */
  readonly createdBy?: Creator;
}

/** The declared and the live value of a path on which manifest and platform agree. */
export type Agreed = Pick<ComparedField, "declared" | "live">;

/** Hashes of the values of fields, by address. */
type HashesByAddress = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The facts that an apply adds to a record. */
export interface AppliedState {
  /**
   * All declared addresses that exist on the platform, and the protected ones whose block has gone. Recorded
   * addresses that are missing here are dropped.
   */
  readonly known: ReadonlyMap<string, Known>;
  /** Hashes of values that were sent, by address and field. */
  readonly sent: HashesByAddress;
  /** The same of declared values that were not, as they cannot be compared. */
  readonly unsent: HashesByAddress;
  /** The same of values that the platform did not keep; of others, what the record says stays. */
  readonly unkept?: HashesByAddress;
  readonly seal: RecordHashes["seal"];
  readonly at: string;
  readonly by: string | undefined;
  readonly commit: string | undefined;
  /** The commit whose apply ended whole in a pipeline; undefined leaves what the record says. */
  readonly wholeCommit?: string | undefined;
  /** Did it end whole? Undefined leaves what the record says. */
  readonly converged?: boolean | undefined;
  /** The addresses of people who have not joined yet; undefined leaves what the record says. */
  readonly waiting?: readonly Address[] | undefined;
  /** The requests to people that are open; undefined leaves what the record says. */
  readonly requests?: Requests | undefined;
  /** The newest run that the record has taken in; undefined leaves what it says. */
  readonly lastRun: string | undefined;
  readonly scope?: readonly string[] | undefined;
}

/** The record after an apply; undefined when it is the same. Entries of other scopes stay. */
export function recordAfter(
  before: RecordFile | undefined,
  salt: string,
  scope: PlatformScope,
  applied: AppliedState,
): RecordFile | undefined {
  const old = before?.platforms[scope.baseUrl] ?? {};
  const next = Object.entries(scope.organizations).map(([alias, id]) => {
    const resources = resourcesOf(alias, old[id]?.resources ?? {}, scope, applied);
    const before = old[id];
    const waiting = waitingOf(alias, before?.waiting, applied);
    const requests = requestsOf(alias, applied.requests) ?? before?.requests ?? {};
    const converged = applied.converged ?? before?.converged ?? true;
    const isEqual =
      before !== undefined &&
      converged === (before.converged ?? true) &&
      equalJson(before.resources, resources) &&
      equalJson(before.waiting ?? {}, waiting) &&
      equalJson(before.requests ?? {}, requests);
    const lastApply = isEqual ? before.lastApply : stampOf(applied);
    const appliedCommit = applied.wholeCommit ?? before?.appliedCommit;
    const lastRun = laterRun(before?.lastRun, applied.lastRun);
    const entry = {
      lastApply,
      ...(appliedCommit === undefined ? {} : { appliedCommit }),
      ...(lastRun === undefined ? {} : { lastRun }),
      ...(converged ? {} : { converged }),
      ...(before?.driftChecks === undefined ? {} : { driftChecks: before.driftChecks }),
      resources,
      ...(Object.keys(waiting).length === 0 ? {} : { waiting }),
      ...(Object.keys(requests).length === 0 ? {} : { requests }),
      ...(applied.scope === undefined ? {} : { scope: [...applied.scope] }),
    };
    const hasRuns = appliedCommit === before?.appliedCommit && lastRun === before?.lastRun;
    const isSame = isEqual && hasRuns && equalJson(before.scope ?? [], [...(applied.scope ?? [])]);
    return { id, isSame, entry };
  });
  const changed = next.filter(({ isSame }) => !isSame);
  if (changed.length === 0) return undefined;
  const organizations = changed.map(({ id, entry }) => [id, entry] as const);
  return withOrganizations(before, salt, scope.baseUrl, organizations);
}

/** The time of something that was done, by whom and of which commit, as records and documents hold it. */
export function stampOf({ at, by, commit }: Pick<AppliedState, "at"> & Partial<AppliedState>) {
  return { at, ...(by === undefined ? {} : { by }), ...(commit === undefined ? {} : { commit }) };
}

/** The people who wait, since when: the date of the apply that first saw it stays. */
function waitingOf(
  alias: string,
  before: Readonly<Record<string, string>> = {},
  { waiting, at }: AppliedState,
): Record<string, string> {
  if (waiting === undefined) return { ...before };
  const own = waiting.filter((address) => organizationOf(address) === alias).map(withoutOrganization);
  return Object.fromEntries(own.sort(compareText).map((address) => [address, before[address] ?? at]));
}

/** The requests of an organization, without its alias. */
export function requestsOf(
  alias: string,
  requests: Requests | undefined,
): Record<string, string> | undefined {
  if (requests === undefined) return undefined;
  const own = [...requests].filter(([request]) => request.startsWith(`${alias} `));
  const sorted = own.sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(sorted.map(([request, at]) => [request.slice(alias.length + 1), at]));
}

function resourcesOf(
  alias: string,
  old: Readonly<Record<string, ResourceRecord>>,
  scope: PlatformScope,
  { known, sent, unsent, unkept, seal: hash }: AppliedState,
): Record<string, ResourceRecord> {
  const own = [...known].filter(([address]) => address.startsWith(`${alias}/`));
  const sealing = sealedIn(scope, hash);
  const entries = own.map(([whole, one]): [string, ResourceRecord] => {
    const address = withoutOrganization(whole);
    const before = old[address];
    const kept: Partial<ResourceRecord> = before?.id === one.id ? before : {};
    const hashes = { ...kept.unverifiable, ...sent.get(whole) };
    const found = Object.entries({ ...unsent.get(whole), ...kept.unsent });
    const never = Object.fromEntries(found.filter(([field]) => !Object.hasOwn(hashes, field)));
    const lost = unkept?.get(whole) ?? kept.unkept;
    const { fields } = one;
    const agreed = fields === undefined ? kept.fields : sealedFields(sealing, whole, fields, kept.fields);
    return [address, entryOf(one, { unverifiable: hashes, unsent: never, unkept: lost, fields: agreed })];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}

function entryOf(
  { kind, id, protected: protection, createdBy }: Known,
  hashes: Pick<ResourceRecord, "unverifiable" | "unsent" | "unkept" | "fields">,
): ResourceRecord {
  const known = Object.entries(hashes).filter(([, byField = {}]) => Object.keys(byField).length > 0);
  return {
    kind,
    id,
    ...Object.fromEntries(known),
    ...(protection === undefined ? {} : { protected: protection }),
    ...(createdBy === undefined ? {} : { createdBy }),
  };
}

function sealedFields(
  sealing: Sealing,
  address: string,
  fields: NonNullable<Known["fields"]>,
  kept: ResourceRecord["fields"] = {},
): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([path, sides]) => {
      const seals = sides === "as kept" ? kept[path] : sealField(sealing, address, path, sides);
      return seals === undefined ? [] : [[path, seals] as const];
    }),
  );
}

/** The text of a record file. */
export function recordText(record: RecordFile): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
