import { type Address, organizationOf } from "../../model/address.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { lastingKeys } from "./lasting-key.ts";

/** What the last apply knew of an address. */
export interface RecordedResource {
  readonly kind: string;
  readonly id: string;
  /** Binds the id to the address: who lacks it says nothing of who is who. */
  readonly seal?: string | undefined;
  /** The names that it had then, sealed too. */
  readonly names?: readonly string[] | undefined;
  /** Slow hash of the value last applied, for each field that cannot be read back. */
  readonly unverifiable: Readonly<Record<string, string>>;
  /** By path: seals of what manifest and platform said there when they last agreed. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** What the last apply left, as planning sees it. Nothing rests on it but what cannot be read. */
export interface LastApply {
  readonly resources: ReadonlyMap<Address, RecordedResource>;
  /** The hash under which the record keeps a value; `place` is its address and field. */
  readonly hash: (value: Json, place: string) => string;
  /** The quick hash that seals what the record says of an address. */
  readonly seal: Sealing;
}

/** Makes the seal of something that is said of an address. */
export type Sealing = (value: Json, address: Address) => string;

/** What is sealed of an object that an address is: what it is, and each name that it has. */
export function sealsOf(
  seal: Sealing,
  address: Address,
  { kind, id, names }: { readonly kind: string; readonly id: string; readonly names: readonly string[] },
) {
  return {
    seal: seal([kind, id], address),
    names: names.map((name) => seal([kind, id, name], address)),
  };
}

/** What the record says of who is who. */
export interface RecordedIds {
  /** The id of an address; an id of one object that two addresses claim says nothing. */
  readonly idOf: (address: Address, kind: string) => string | undefined;
  /** The address that a live object has. */
  readonly addressOf: (live: Pick<LiveResource, "organization" | "kind" | "id">) => Address | undefined;
  /** Did an apply write that this address has this id? */
  readonly isSealed: (address: Address) => boolean;
  /** Is one of the names of the object one that it had when that apply ended? */
  readonly hadName: (address: Address, names: readonly string[]) => boolean;
}

/** Reads a record for matching; undefined when there is none. */
export function recordedIds(last: LastApply | undefined, kinds: KindIndex): RecordedIds | undefined {
  if (last === undefined || last.resources.size === 0) return undefined;
  const { resources, seal } = last;
  const owners = new Map<string, Address | undefined>();
  const ownKey = lastingKeys(kinds);
  for (const [address, { kind, id }] of resources) {
    const key = ownKey({ organization: organizationOf(address), kind, id });
    owners.set(key, owners.has(key) ? undefined : address);
  }
  return {
    addressOf: (live) => owners.get(ownKey(live)),
    idOf: (address, kind) => {
      const entry = resources.get(address);
      if (entry?.kind !== kind) return undefined;
      const key = ownKey({ organization: organizationOf(address), kind, id: entry.id });
      return owners.get(key) === address ? entry.id : undefined;
    },
    isSealed: (address) => {
      const entry = resources.get(address);
      return entry !== undefined && entry.seal === seal([entry.kind, entry.id], address);
    },
    hadName: (address, names) => {
      const { kind, id, names: sealed = [] } = resources.get(address) ?? {};
      if (kind === undefined || id === undefined) return false;
      return names.some((name) => sealed.includes(seal([kind, id, name], address)));
    },
  };
}

/** Seals what the two sides say of a path, as the record keeps it of fields on which they agreed. */
export function sealField(
  seal: Sealing,
  address: Address,
  path: string,
  { declared, live }: { readonly declared: Json; readonly live: Json },
): string {
  return [declared, live].map((value) => seal([path, value], address).slice(0, 16)).join(" ");
}
