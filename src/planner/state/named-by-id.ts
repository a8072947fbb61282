import { type Address, idIn } from "../../model/address.ts";
import type { Desired } from "../../model/desired.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { writtenOrders } from "../match/tree-kind.ts";
import { isIgnored, type Planning } from "./planning.ts";
import { referringFields } from "./referrers.ts";

/** The `liveKey` of each object that an order of the organization names by its id. */
export function orderedById(desired: Desired, organization: string): readonly string[] {
  const items = writtenOrders(desired, organization).flatMap(([, order]) => order);
  return items.flatMap(({ kind, name }) => {
    const id = idIn(name);
    return id === undefined ? [] : [liveKey({ organization, kind, id })];
  });
}

/**
 * The first address that names each live object by its id and would lose it, by the `liveKey` of that. Places in the
 * tree do not count, and a copy needs its original only until it is made.
 */
export function neededById(
  planning: Pick<Planning, "desired" | "kinds" | "matching" | "formerOf">,
): ReadonlyMap<string, Address> {
  const needed = new Map<string, Address>();
  for (const resource of planning.desired.resources) {
    if (resource.absent) continue;
    for (const { name, kind } of referringFields(planning.kinds.get(resource.kind))) {
      const value = resource.values[name];
      const id = typeof value === "string" ? idIn(value) : undefined;
      if (id === undefined || isIgnored(planning, resource, name)) continue;
      const key = liveKey({ organization: resource.organization, kind, id });
      if (!needed.has(key)) needed.set(key, resource.address);
    }
  }
  return needed;
}

/** Why something is neither deleted nor transferred that a manifest names by its id; undefined for most. */
export function whyNeeded({ neededBy }: Pick<Planning, "neededBy">, live: LiveResource): string | undefined {
  const address = neededBy(live);
  return address === undefined
    ? undefined
    : `${address} refers to it by its id; write another id there, or declare this one`;
}
