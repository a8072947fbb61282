import { type Address, idIn } from "../../model/address.ts";
import type { Desired } from "../../model/desired.ts";
import type { Field } from "../../model/field.ts";
import { addTo } from "../../model/group-by.ts";
import { type KindIndex, perKind } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { liveValue } from "../match/identity.ts";
import { writtenOrders } from "../match/tree-kind.ts";
import { isIgnored, type Planning } from "./planning.ts";

/** A field that names one of another kind by its id, and is no place in the tree. */
interface ReferringField {
  readonly name: string;
  /** Kind of what it names. */
  readonly kind: string;
  /** Without it there is no such thing: it goes with what it names, where the platform takes that away (A26). */
  readonly isNeeded: boolean;
}

/** Something that names another thing, by a field. */
export interface Referrer {
  readonly live: LiveResource;
  readonly field: ReferringField;
}

/** The fields of a kind that name something outside the tree. */
export const referringFields = perKind((kind): readonly ReferringField[] =>
  Object.entries<Field>(kind.fields).flatMap(([name, { refersTo, tree }]) =>
    refersTo === undefined || tree !== undefined
      ? []
      : [{ name, kind: refersTo, isNeeded: kind.required.includes(name) }],
  ),
);

/** The `liveKey` of each object that a live resource names, and the field that names it. */
export function referencesOf(
  kinds: KindIndex,
  live: LiveResource,
): readonly { readonly key: string; readonly field: ReferringField }[] {
  const kind = kinds.get(live.kind);
  return referringFields(kind).flatMap((field) => {
    const id = liveValue(kind, field.name, live);
    const target = { organization: live.organization, kind: field.kind };
    return typeof id === "string" ? [{ key: liveKey({ ...target, id }), field }] : [];
  });
}

/** Finds what of all that was read names something; what is deleted names nothing any more. */
export function referrersIn(
  resources: readonly LiveResource[],
  kinds: KindIndex,
): (target: Pick<LiveResource, "organization" | "kind" | "id">) => readonly Referrer[] {
  const found = new Map<string, Referrer[]>();
  for (const live of resources) {
    if (live.deleted === true) continue;
    for (const { key, field } of referencesOf(kinds, live)) addTo(found, key, { live, field });
  }
  return (target) => found.get(liveKey(target)) ?? [];
}

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
