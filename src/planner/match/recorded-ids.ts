import { type Address, organizationOf } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { liveKey } from "../../model/live.ts";
import type { Requests } from "../../model/requests.ts";
import type { Json } from "../../text/json.ts";

/** An address as the last apply knew it. */
export interface RecordedResource {
  readonly kind: string;
  readonly id: string;
  /** Slow hash of the value last applied, for each field that cannot be read back. */
  readonly unverifiable: Readonly<Record<string, string>>;
  /** The same of the first declared value, for each such field that no apply has sent. */
  readonly unsent?: Readonly<Record<string, string>> | undefined;
  /** Slow hash of a declared value that the platform did not keep, and of what it had then. */
  readonly unkept?: Readonly<Record<string, string>> | undefined;
  /** By path: seals of what manifest and platform said there when they last agreed. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** The apply that first protected it. The protection stays when its block goes from the manifests. */
  readonly protected?: Protection | undefined;
  /** The run that created it; undefined for an adopted object. */
  readonly createdBy?: Creator | undefined;
}

/** The run that created an object, and the pull request that it was merged with. */
export interface Creator {
  readonly run: string;
  /** As the service writes it: `#12` or `!12`. */
  readonly pull?: string | undefined;
}

/** The apply that first protected an object. An apply without calls has no run id. */
export interface Protection {
  readonly at: string;
  readonly run?: string | undefined;
  readonly commit?: string | undefined;
}

/** The record of the last apply, as planning needs it. */
export interface LastApply {
  readonly resources: ReadonlyMap<Address, RecordedResource>;
  /** The aliases of the organizations that a whole apply has recorded. The journals of interrupted runs are no record. */
  readonly recorded?: ReadonlySet<string>;
  /** When an apply first recorded of an address that a person there has not joined yet. */
  readonly waiting?: ReadonlyMap<Address, string>;
  /** Requests to people that docform sent, and that are open. */
  readonly requests?: Requests;
  /** The hash under which the record keeps a value; `place` is its address and field. */
  readonly hash: (value: Json, place: string) => string;
  /** The quick hash that seals what the record says of a field. */
  readonly seal: Sealing;
}

/** Makes the seal of something that is said of an address. */
export type Sealing = (value: Json, address: Address) => string;

/** The ids that the record has for addresses. */
export interface RecordedIds {
  /** The id of an address; undefined for an id that two addresses claim. */
  readonly idOf: (address: Address, kind: string) => string | undefined;
}

/** Reads a record for matching; undefined when there is none. */
export function recordedIds(last: LastApply | undefined): RecordedIds | undefined {
  if (last === undefined || last.resources.size === 0) return undefined;
  const { resources } = last;
  const keyOf = (address: Address, { kind, id }: RecordedResource): string =>
    liveKey({ organization: organizationOf(address), kind, id });
  const claims = new Map<string, number>();
  for (const [address, entry] of resources) {
    const key = keyOf(address, entry);
    claims.set(key, (claims.get(key) ?? 0) + 1);
  }
  return {
    idOf: (address, kind) => {
      const entry = resources.get(address);
      return entry?.kind === kind && claims.get(keyOf(address, entry)) === 1 ? entry.id : undefined;
    },
  };
}

/** The id that the record has for a resource: under its key, or under a key that it had before (`previously`). */
export function recordedIdOf(
  recorded: RecordedIds,
  { address, key, previously }: DesiredResource,
  kind: string,
): string | undefined {
  const own = recorded.idOf(address, kind);
  if (own !== undefined || previously.length === 0) return own;
  const beside = address.slice(0, address.length - key.length);
  return previously.map((old) => recorded.idOf(`${beside}${old}`, kind)).find((id) => id !== undefined);
}

/** Seals what the two sides say of a path, as the record keeps it of fields on which they agreed. */
export function sealField(
  seal: Sealing,
  address: Address,
  path: string,
  { declared, live }: { readonly declared: Json; readonly live: Json },
): string {
  const sealOf = (value: Json): string => seal([path, value], address).slice(0, 16);
  const sealed = sealOf(declared);
  return `${sealed} ${live === declared ? sealed : sealOf(live)}`;
}
