import type { Address } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import { keyFields } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { match } from "../planner/match/match.ts";
import { equalJson } from "../text/json.ts";
import type { Pulling } from "./pulling.ts";

/** Live resources by the address at which a manifest declares them. */
type LiveAt = ReadonlyMap<Address, LiveResource>;

/**
 * The same with `id:` where nothing else finds the resource again: where it lacks what it is found by, or what a new
 * one needs, and where matching takes another one, or cannot tell.
 */
export function pinned(pulling: Pulling, desired: Desired, liveAt: LiveAt): Desired {
  let resources = desired.resources.map((one) => {
    const isLacking = lacksNames(pulling.kinds.get(one.kind), one);
    return isLacking ? withPin(one, liveAt) : one;
  });
  // Children are looked for only below parents that are found, so each round may show more.
  for (;;) {
    const wrong = notFound(pulling, { ...desired, resources }, liveAt);
    if (wrong.size === 0) return { ...desired, resources };
    resources = resources.map((one) => (wrong.has(one.address) ? withPin(one, liveAt) : one));
  }
}

function withPin(resource: DesiredResource, liveAt: LiveAt): DesiredResource {
  const live = liveAt.get(resource.address);
  return live === undefined ? resource : { ...resource, id: live.id };
}

/** Does it lack a name to be found by, or what its create needs? */
function lacksNames(kind: Kind, { id, values }: DesiredResource): boolean {
  if (kind.shape === "singleton" || id !== undefined) return false;
  const isSaid = (name: string): boolean => values[name] !== undefined && values[name] !== "";
  const isNamed = kind.naturalKeys.some((names) =>
    names.every((name) => isSaid(name) || name === kind.keyField),
  );
  return !isNamed || kind.required.some((name) => values[name] === undefined && name !== kind.keyField);
}

/**
 * The addresses that a plan would not find again although it finds their parents, and that have no `id`. One that gets
 * the name of another is among them: two of one name would be declared twice (DF2002), whatever the record says.
 */
function notFound(pulling: Pulling, desired: Desired, liveAt: LiveAt): ReadonlySet<Address> {
  const { live, kinds, recorded } = pulling;
  const { liveOf } = match(desired, live, kinds, { recorded });
  const byName = recorded === undefined ? undefined : match(desired, live, kinds);
  const hasNewName = hasNewNameIn(pulling);
  const isUnclear = (resource: DesiredResource): boolean =>
    byName !== undefined &&
    byName.diagnostics.length > 0 &&
    byName.liveOf(resource.address) !== liveAt.get(resource.address) &&
    hasNewName(resource);
  const isRight = (address: Address | undefined): boolean =>
    address === undefined || liveOf(address) === liveAt.get(address);
  const wrong = desired.resources.filter(
    (one) =>
      one.id === undefined &&
      kinds.get(one.kind).shape !== "singleton" &&
      liveAt.has(one.address) &&
      isRight(one.parent) &&
      isRight(one.container) &&
      (!isRight(one.address) || isUnclear(one)),
  );
  return new Set(wrong.map(({ address }) => address));
}

/** Does a resource get another name than the manifests gave it before? */
function hasNewNameIn({ before, kinds }: Pulling): (resource: DesiredResource) => boolean {
  const known = new Map(before.resources.map((one) => [one.address, one.values]));
  return ({ address, kind, values }) =>
    keyFields(kinds.get(kind)).some(
      (name) => !equalJson(values[name] ?? null, known.get(address)?.[name] ?? null),
    );
}
