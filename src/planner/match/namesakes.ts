import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import type { Draft } from "../draft.ts";
import type { Planning } from "../planning.ts";
import { shallLeave } from "../tree/tree-kind.ts";
import { match } from "./match.ts";
import { idAndName } from "./pair-up.ts";

/** Something that leaves its organization with the calls of a plan. */
interface Leaving {
  readonly resource: DesiredResource;
  readonly live: LiveResource;
}

/**
 * What shall go, and would leave another one behind that answers to its names: the record, an old name or a more exact
 * key tells them apart for one plan, but once the one has gone, the next plan would take the other for it. So nothing
 * says which of them is meant.
 */
export function namesakesLeft(planning: Planning, drafts: readonly Draft[]): readonly Diagnostic[] {
  const goes = new Set(drafts.flatMap(({ deletes = [] }) => deletes));
  const leaving = leavingBy(planning, goes);
  if (leaving.size === 0) return [];
  const next = matchAfterwards(planning, leaving, goes);
  return [...leaving.values()].flatMap(({ resource, live }) => {
    const found = next.liveOf(resource.address);
    const others = found === undefined ? (next.several.get(resource.address) ?? []) : [found];
    return others.length === 0 ? [] : [fitsAnother(planning, { resource, live }, others)];
  });
}

/** What is found by its names, and goes; what is pinned is nothing else afterwards. */
function leavingBy(
  { desired, kinds, matching }: Planning,
  goes: ReadonlySet<string>,
): ReadonlyMap<Address, Leaving> {
  const leaving = new Map<Address, Leaving>();
  if (goes.size === 0) return leaving;
  for (const resource of desired.resources) {
    if (resource.id !== undefined || !shallLeave(kinds.get(resource.kind), resource)) continue;
    const live = matching.liveOf(resource.address);
    if (live !== undefined && goes.has(liveKey(live))) leaving.set(resource.address, { resource, live });
  }
  return leaving;
}

/** What the next plan would take them for: what stays is known as what it is. */
function matchAfterwards(
  { desired, live, kinds, matching }: Planning,
  leaving: ReadonlyMap<Address, Leaving>,
  goes: ReadonlySet<string>,
) {
  const resources = desired.resources.flatMap((resource) => {
    if (leaving.has(resource.address)) return [resource];
    const known = matching.liveOf(resource.address);
    return known === undefined ? [] : [{ ...resource, id: known.id }];
  });
  const own = new Set([...leaving.values()].map((one) => one.live));
  const isLeft = (one: LiveResource): boolean => !own.has(one) && !goes.has(liveKey(one));
  const rest = live.resources.filter(isLeft);
  return match({ ...desired, resources }, { ...live, resources: rest }, kinds);
}

function fitsAnother(
  { kinds }: Planning,
  { resource, live }: Leaving,
  others: readonly LiveResource[],
): Diagnostic {
  const kind = kinds.get(resource.kind);
  const [own, ...rest] = [live, ...others].map((one) => idAndName(one, kind, resource));
  return error(
    "DF3001",
    `${resource.address} fits ${others.length + 1} live objects: ${own}, and once that has gone ${rest.join(" or ")}`,
    { source: resource.source, hint: `pin the one that shall go, for example id: ${live.id}` },
  );
}
