import type { Address } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { LiveResource } from "../model/live.ts";
import { shallLeave } from "../planner/tree/tree-kind.ts";
import type { Places } from "./places.ts";
import type { Pulling } from "./pulling.ts";

/** What manifests declare besides what was found. */
export interface LeftInManifests {
  /** What stays declared. */
  readonly kept: readonly DesiredResource[];
  /** What shall be there, and is not. */
  readonly missing: readonly Address[];
}

/** What manifests declare besides: what is not on the platform, or shall not be there. */
export function leftInManifests(
  { before, kinds, isMeant, isPruned }: Pulling,
  places: Places,
  found: ReadonlyMap<Address, LiveResource>,
): LeftInManifests {
  const isThere = (address: Address | undefined): boolean => address === undefined || found.has(address);
  const isItem = ({ kind }: DesiredResource): boolean => kinds.get(kind).sequence !== undefined;
  const isLeftAlone = (one: DesiredResource): boolean => {
    const owner = isItem(one) ? found.get(one.parent ?? "") : undefined;
    return !isMeant(one.address) || (owner !== undefined && places.isStructureLeft(owner));
  };
  const left = before.resources.filter(({ address }) => !found.has(address));
  // A structure is one value: what it lists and the platform lacks goes with it, where its owner is there.
  const isDropped = (one: DesiredResource): boolean =>
    isItem(one) && !one.absent && isThere(one.parent) && !isLeftAlone(one);
  const kept = left.filter((one) => !isDropped(one));
  const missing = kept.filter(
    (one) => !shallLeave(kinds.get(one.kind), one) && isThere(one.parent) && !isLeftAlone(one),
  );
  const gone = new Set(isPruned ? missing.map(({ address }) => address) : []);
  const isGone = ({ address, parent }: DesiredResource): boolean =>
    gone.has(address) || gone.has(parent ?? "");
  return { kept: kept.filter((one) => !isGone(one)), missing: missing.map(({ address }) => address) };
}
