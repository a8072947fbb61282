import { once } from "../../contract/once.ts";
import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { compareNames } from "../../text/compare-names.ts";
import type { Matching } from "../match/match.ts";
import { scopeTexts } from "../match/places.ts";
import { insideOf } from "./live-address.ts";
import type { Planning } from "./planning.ts";
import { neededById } from "./referrers.ts";

/** Indexes desired and live state for planning. */
export function planningOf(
  desired: Desired,
  live: Live,
  kinds: KindIndex,
  matching: Matching,
  former: ReadonlyMap<Address, LiveResource>,
  given: Pick<Planning, "mask" | "lastApply" | "resend">,
): Planning {
  const byAddress = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const byParent = groupBy(desired.resources, ({ parent }) => parent ?? "");
  const byKind = once(() => groupBy(desired.resources, ({ kind }) => kind));
  const byContainer = once(() => itemsByContainer(desired));
  const textOf = scopeTexts();
  const byScope = groupBy(live.resources, ({ organization, kind, parentId }) =>
    textOf(organization, kind, parentId),
  );
  const byKey = once(() => new Map(live.resources.map((one) => [liveKey(one), one])));
  const byOwner = once(() => insideOf(live.resources, kinds));
  const renewed = new Map([...former].map(([address, resource]) => [resource, address]));
  const ids = new Map(desired.organizations.map(({ alias, id }) => [alias, id]));
  const formerOf: Planning["formerOf"] = (address) => former.get(address);
  const needed = once(() => neededById({ desired, kinds, matching, formerOf }));
  return {
    desired,
    live,
    kinds,
    matching,
    resourceAt: (address) => byAddress.get(address),
    desiredOf: (has) => resourcesOf(byKind(), kinds, has),
    desiredIn: (parent) => byParent.get(parent) ?? [],
    itemsIn: (container) => byContainer().get(container) ?? [],
    liveIn: (organization, kind, parentId) => byScope.get(textOf(organization, kind, parentId)) ?? [],
    liveInside: (one) => byOwner().get(liveKey(one)) ?? [],
    liveByKey: (key) => byKey().get(key),
    formerOf,
    recreatedAt: (resource) => renewed.get(resource),
    neededBy: (resource) => needed().get(liveKey(resource)),
    ...given,
    organizationId: (alias) => ids.get(alias) ?? alias,
  };
}

/** In the order of addresses, whatever their kinds. */
function resourcesOf(
  byKind: ReadonlyMap<string, readonly DesiredResource[]>,
  kinds: KindIndex,
  has: (kind: Kind) => boolean,
): readonly DesiredResource[] {
  const some = [...byKind].filter(([name]) => has(kinds.get(name))).map(([, all]) => all);
  return some.length < 2 ? some.flat() : some.flat().sort((a, b) => compareNames(a.address, b.address));
}

/** The declared resources by their container, else their parent, in the order written. */
function itemsByContainer({ resources }: Desired): ReadonlyMap<Address, readonly DesiredResource[]> {
  const items = resources
    .filter(({ index, absent }) => index !== undefined && !absent)
    .sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return groupBy(items, ({ container, parent }) => container ?? parent ?? "");
}
