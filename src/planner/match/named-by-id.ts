import type { Address } from "../../model/address.ts";
import { idIn } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { referringFields } from "../diff/cascade.ts";
import { isIgnored } from "../diff/ignored.ts";
import type { Planning } from "../planning.ts";

/** The `liveKey` of what the orders of an organization give its place there. */
export function orderedById({ organizations, resources }: Desired, alias: string): readonly string[] {
  const holders = [
    ...organizations.filter((one) => one.alias === alias),
    ...resources.filter(({ organization, absent }) => organization === alias && !absent),
  ];
  return holders.flatMap(({ order = [] }) => keysIn(order, alias));
}

/** The `liveKey` of what the manifests of an organization name, in orders and in what refers to something. */
export function namedById(
  { desired, kinds }: Pick<Planning, "desired" | "kinds">,
  alias: string,
): readonly string[] {
  const declared = desired.resources.filter(({ organization, absent }) => organization === alias && !absent);
  const referred = declared.flatMap((resource) => referencesOf(resource, kinds.get(resource.kind)));
  return [...orderedById(desired, alias), ...keysIn(referred, alias)];
}

/**
 * What manifests name by an id and would be without, were that taken away, by its `liveKey`: the first address that names
 * it. A place in the tree is none of it, and a copy needs its original only until it is made.
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
  return whyNamed(neededBy(live));
}

/** Why what an address names by its id is there to stay; undefined when none does. */
export function whyNamed(address: Address | undefined): string | undefined {
  return address === undefined
    ? undefined
    : `${address} names it by its id; name another one there, or declare that this one stays`;
}

/** What something is called where it is named, and its kind. */
interface Named {
  readonly kind: string;
  readonly name: string;
}

function keysIn(all: readonly Named[], organization: string): readonly string[] {
  return all.flatMap(({ kind, name }) => {
    const id = idIn(name);
    return id === undefined ? [] : [liveKey({ organization, kind, id })];
  });
}

function referencesOf({ values }: DesiredResource, kind: Kind): readonly Named[] {
  return referring(kind).flatMap(({ field, refersTo }) => {
    const value = values[field];
    return typeof value === "string" ? [{ kind: refersTo, name: value }] : [];
  });
}

const referring = perKind(({ fields }: Kind) =>
  Object.entries<Field>(fields).flatMap(([field, { refersTo }]) =>
    refersTo === undefined ? [] : [{ field, refersTo }],
  ),
);
