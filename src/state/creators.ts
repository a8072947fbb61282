import type { Address } from "../model/address.ts";
import { keyAt } from "../model/live.ts";
import type { Creator, LastApply } from "../planner/match/recorded-ids.ts";
import type { Known } from "./record.ts";

interface CreatedObject extends Pick<Known, "kind" | "id"> {
  readonly address: Address;
  /** Its answer was lost, and it was found by reading: it may be somebody else's. */
  readonly found?: true;
}

/**
 * The known facts, each with the run that created its object. An object keeps its creator, also under another address.
 * Without a creator, the run created nothing of its own: an undo brings back objects that may have been adopted. An object
 * that was found by reading has no creator: `prune: created` must not delete what somebody else created.
 */
export function withCreators(
  known: ReadonlyMap<Address, Known>,
  last: LastApply | undefined,
  { created = [], creator }: { readonly created?: readonly CreatedObject[]; readonly creator?: Creator },
): ReadonlyMap<Address, Known> {
  const creators = new Map<string, Creator>();
  const own = created.filter(({ found }) => found === undefined);
  if (creator !== undefined) for (const one of own) creators.set(keyAt(one), creator);
  for (const [address, entry] of last?.resources ?? [])
    if (entry.createdBy !== undefined) creators.set(keyAt({ address, ...entry }), entry.createdBy);
  const facts = [...known].map(([address, fact]): [Address, Known] => {
    const createdBy = creators.get(keyAt({ address, ...fact }));
    return [address, createdBy === undefined ? fact : { ...fact, createdBy }];
  });
  return new Map(facts);
}
