import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { keyAt } from "../model/live.ts";
import type { LastApply, Protection } from "../planner/match/recorded-ids.ts";
import type { Known } from "./record.ts";

/**
 * The known facts with their protection. An apply protects what is declared with `protect: true`, and lifts the protection
 * of what is declared without it. An object that is protected already keeps the apply that first protected it, also under
 * another address. Without an apply, all protection stays as it is.
 */
export function withProtection(
  known: ReadonlyMap<Address, Known>,
  last: LastApply | undefined,
  { desired, protection }: { readonly desired: Desired; readonly protection?: Protection },
): ReadonlyMap<Address, Known> {
  const before = protectedIn(last);
  const declared = new Map(desired.resources.map((one) => [one.address, one.protect]));
  const facts = [...known].map(([address, fact]): [Address, Known] => {
    const kept = before.get(keyAt({ address, ...fact }));
    const isProtected = protection === undefined ? undefined : declared.get(address);
    const now = isProtected === true ? (kept ?? protection) : isProtected === false ? undefined : kept;
    return [address, now === undefined ? fact : { ...fact, protected: now }];
  });
  return new Map(facts);
}

/** The protection of each recorded object, by its key. */
function protectedIn(last: LastApply | undefined): ReadonlyMap<string, Protection> {
  const found = [...(last?.resources ?? [])].flatMap(([address, entry]) =>
    entry.protected === undefined ? [] : [[keyAt({ address, ...entry }), entry.protected] as const],
  );
  return new Map(found);
}
