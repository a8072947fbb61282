import type { Desired, DesiredResource } from "../model/desired.ts";
import { holdsOthers, type KindIndex, keyFields } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { match } from "../planner/match/match.ts";
import { type LastApply, recordedIds } from "../planner/match/recorded-ids.ts";

/** A declared resource that is there. */
export interface Opened {
  readonly live: LiveResource;
  readonly resource: DesiredResource;
}

/**
 * Declared resources that exist and may have children that need their own read. Only their kinds are matched
 * here.
 */
export function openedIn(
  desired: Desired,
  roots: readonly LiveResource[],
  kinds: KindIndex,
  lastApply: LastApply | undefined,
): readonly Opened[] {
  const names = holdingKinds(kinds);
  const resources = desired.resources.filter(({ parent, kind }) => parent === undefined && names.has(kind));
  const live = roots.filter(({ kind }) => names.has(kind));
  const matching = match({ ...desired, resources }, { resources: live, requests: 0 }, kinds, {
    recorded: recordedIds(lastApply),
  });
  const declared = new Map(resources.map((resource) => [resource.address, resource]));
  return live.flatMap((one) => {
    const resource = declared.get(matching.addressOf(one) ?? "");
    const isOpened = resource !== undefined && !resource.absent && holdsOthers(kinds, kinds.get(one.kind));
    return isOpened ? [{ live: one, resource }] : [];
  });
}

/** Names of the kinds that hold others, and of all that one of them is recognised by. */
function holdingKinds(kinds: KindIndex): ReadonlySet<string> {
  const holding = kinds.childrenOf().filter((kind) => holdsOthers(kinds, kind));
  const names = new Set(holding.map(({ name }) => name));
  // Names that are added during the loop are visited too.
  for (const name of names) {
    const kind = kinds.get(name);
    for (const key of keyFields(kind)) {
      const target = kind.fields[key]?.refersTo;
      if (target !== undefined) names.add(target);
    }
  }
  return names;
}
