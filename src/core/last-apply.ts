import type { Address } from "./address.ts";
import type { Json } from "./json.ts";

/** What the last apply knew of an address. */
export interface RecordedResource {
  readonly kind: string;
  readonly id: string;
  /** Slow hash of the value last applied, for each field that cannot be read back. */
  readonly unverifiable: Readonly<Record<string, string>>;
}

/** What the last apply left, as planning sees it. Nothing rests on it but what cannot be read. */
export interface LastApply {
  readonly resources: ReadonlyMap<Address, RecordedResource>;
  /** The hash under which the record keeps a value; `place` is its address and field. */
  readonly hash: (value: Json, place: string) => string;
}

/** Id of each address in the record; an id that two addresses claim says nothing. */
export function recordedIds(last: LastApply | undefined): ReadonlyMap<Address, string> {
  const all = [...(last?.resources ?? [])].map(
    ([address, { kind, id }]) => [address, `${kind} ${id}`] as const,
  );
  const owners = new Map<string, number>();
  for (const [, id] of all) owners.set(id, (owners.get(id) ?? 0) + 1);
  return new Map(
    all.flatMap(([address, id]) => (owners.get(id) === 1 ? [[address, id.slice(id.indexOf(" ") + 1)]] : [])),
  );
}
