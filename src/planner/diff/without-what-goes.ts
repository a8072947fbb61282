import { type Address, ownersOf } from "../../model/address.ts";
import type { Desired } from "../../model/desired.ts";

/** What stands in something absent goes with it, whatever it says itself. */
export function withoutWhatGoes(desired: Desired): Desired {
  const absent = new Set(desired.resources.flatMap(({ absent, address }) => (absent ? [address] : [])));
  if (absent.size === 0) return desired;
  const goes = (address: Address): boolean =>
    ownersOf(address).some((owner) => owner !== address && absent.has(owner));
  return { ...desired, resources: desired.resources.filter(({ address }) => !goes(address)) };
}
