import { once } from "../contract/once.ts";
import { type Address, childAddress, itemKeyIn } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import { groupBy } from "../model/group-by.ts";
import type { Field, Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../model/live.ts";
import { compareText, type Json } from "../text/json.ts";
import { insideOf } from "./live-parent.ts";
import { type ReferenceTarget, referenceTarget } from "./match/identity.ts";
import type { Matching } from "./match/match.ts";
import { neededById } from "./match/named-by-id.ts";
import type { LastApply } from "./match/recorded-ids.ts";
import { scopeTexts } from "./match/scope-text.ts";

/** Desired and live state, paired and indexed: what planning one resource may look at. */
export interface Planning {
  readonly desired: Desired;
  readonly live: Live;
  readonly kinds: KindIndex;
  readonly matching: Matching;
  readonly resourceAt: (address: Address) => DesiredResource | undefined;
  /** Declared resources of the kinds for which it is true, in the order of addresses (as all of them are). */
  readonly desiredOf: (has: (kind: Kind) => boolean) => readonly DesiredResource[];
  /** Declared resources that stand in an address. */
  readonly desiredIn: (parent: Address) => readonly DesiredResource[];
  /** What is declared in a container, or at the root of a parent, in the order written. */
  readonly itemsIn: (holder: Address) => readonly DesiredResource[];
  /** Live resources of a kind that stand in a live one; without a parent, in the organization. */
  readonly liveIn: (organization: string, kind: string, parentId?: string) => readonly LiveResource[];
  /** Live resources that stand in another one: whose parent or container it is. */
  readonly liveInside: (live: LiveResource) => readonly LiveResource[];
  /** The live resource with a `liveKey`. */
  readonly liveByKey: (key: string) => LiveResource | undefined;
  /** The live resource that is built anew at an address, since nothing moves it to its place. */
  readonly formerOf: (address: Address) => LiveResource | undefined;
  /** The address that a live resource is built anew at. */
  readonly renewedAt: (live: LiveResource) => Address | undefined;
  /** The first declared resource that names a live one by its id, and would be without it (`neededById`). */
  readonly neededBy: (live: LiveResource) => Address | undefined;
  /** What the last apply left; without a record, nothing. */
  readonly lastApply?: LastApply | undefined;
  /** Addresses whose values that cannot be read back are to be sent again. */
  readonly resend: ReadonlySet<Address>;
  /** Replaces a value that must not be shown; `place` is its address and field. */
  readonly mask: (value: Json, place: string) => Json;
  readonly organizationId: (alias: string) => string;
}

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
  const byHolder = once(() => itemsByHolder(desired));
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
    itemsIn: (holder) => byHolder().get(holder) ?? [],
    liveIn: (organization, kind, parentId) => byScope.get(textOf(organization, kind, parentId)) ?? [],
    liveInside: (one) => byOwner().get(liveKey(one)) ?? [],
    liveByKey: (key) => byKey().get(key),
    formerOf,
    renewedAt: (resource) => renewed.get(resource),
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
  return some.length < 2 ? some.flat() : some.flat().sort((a, b) => compareText(a.address, b.address));
}

/** What is declared by what it stands in, in the order written. */
function itemsByHolder({ resources }: Desired): ReadonlyMap<Address, readonly DesiredResource[]> {
  const items = resources
    .filter(({ index, absent }) => index !== undefined && !absent)
    .sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return groupBy(items, ({ container, parent }) => container ?? parent ?? "");
}

/**
 * What a written value names, for a field that refers to something; undefined for other fields. What is named by its id
 * and declared, but not there yet, is named by its address: what names it waits for it.
 */
export function targetOf(
  planning: Planning,
  resource: DesiredResource,
  field: Field,
  written: Json,
): ReferenceTarget | undefined {
  if (field.refersTo !== undefined) {
    const { organization } = resource;
    const named = referenceTarget(organization, field.refersTo, String(written), planning.kinds);
    if (named.id === undefined) return named;
    const found = planning.liveByKey(liveKey({ organization, kind: field.refersTo, id: named.id }));
    const address = found?.deleted === true ? planning.matching.addressOf(found) : undefined;
    return address === undefined ? named : { address };
  }
  if (field.defaultChild === undefined) return undefined;
  const { plural } = planning.kinds.get(field.defaultChild);
  return { address: childAddress(resource.address, plural, itemKeyIn(String(written))) };
}
