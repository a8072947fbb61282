import { type Address, isWithin, rootAddress } from "../model/address.ts";
import type { Desired, DesiredResource, OrderItem } from "../model/desired.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { leavesOrganization } from "../planner/match/tree-kind.ts";
import type { Places } from "./places.ts";
import type { Pulling } from "./pulling.ts";

/** The declared resources that the platform does not have. */
interface MissingResources {
  /** Those that stay declared. */
  readonly kept: readonly DesiredResource[];
  /** Addresses of those that shall be there. */
  readonly missing: readonly Address[];
}

/** Finds the declared resources that are not on the platform: some stay declared, some shall be there. */
export function missingOnPlatform(
  { before, kinds, isMeant, isPruned }: Pulling,
  places: Places,
  found: ReadonlyMap<Address, LiveResource>,
): MissingResources {
  const isThere = (address: Address | undefined): boolean => address === undefined || found.has(address);
  const isItem = ({ kind }: DesiredResource): boolean => kinds.get(kind).sequence !== undefined;
  const isLeftAlone = (one: DesiredResource): boolean => {
    const owner = isItem(one) ? found.get(one.parent ?? "") : undefined;
    return !isMeant(one.address) || (owner !== undefined && places.isStructureLeft(owner));
  };
  const left = before.resources.filter(({ address }) => !found.has(address));
  // A structure is one value: what it lists and the platform lacks goes with it, where its owner is there.
  const isDropped = (one: DesiredResource): boolean =>
    isItem(one) && isThere(one.parent) && !isLeftAlone(one);
  const kept = left.filter((one) => !isDropped(one));
  const missing = kept.filter(
    (one) => !leavesOrganization(kinds.get(one.kind), one) && isThere(one.parent) && !isLeftAlone(one),
  );
  const gone = new Set(isPruned ? missing.map(({ address }) => address) : []);
  const isGone = ({ address, parent }: DesiredResource): boolean =>
    gone.has(address) || gone.has(parent ?? "");
  return { kept: kept.filter((one) => !isGone(one)), missing: missing.map(({ address }) => address) };
}

/**
 * The desired state without the addresses that the platform lacks: their changes are expected in a plan after the pull.
 */
export function withoutMissing(desired: Desired, missing: readonly Address[], kinds: KindIndex): Desired {
  if (missing.length === 0) return desired;
  const isGone = (address: Address): boolean => missing.some((one) => isWithin(address, one));
  const present = (organization: string, order: readonly OrderItem[]): readonly OrderItem[] =>
    order.filter(({ kind, name }) => !isGone(rootAddress(organization, kinds.get(kind).plural, name)));
  return {
    ...desired,
    organizations: desired.organizations.map((one) =>
      one.order === undefined ? one : { ...one, order: present(one.alias, one.order) },
    ),
    resources: desired.resources
      .filter(({ address }) => !isGone(address))
      .map((one) =>
        one.order === undefined ? one : { ...one, order: present(one.organization, one.order) },
      ),
  };
}
