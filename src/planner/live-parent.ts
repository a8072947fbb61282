import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import type { Planning } from "./planning.ts";

type Standing = Pick<LiveResource, "organization" | "parentId" | "answer">;

/** The key of what a live resource has for a parent; undefined in the organization itself. */
export function parentKey(
  { parent }: Kind,
  { organization, parentId }: Omit<Standing, "answer">,
): string | undefined {
  return parent === undefined || parentId === undefined
    ? undefined
    : liveKey({ organization, kind: parent, id: parentId });
}

/** The keys that a container has, one for each kind that it can be of: an item has only its id. */
export function containerKeys(
  { sequence }: Kind,
  organization: string,
  container: string | undefined,
): readonly string[] {
  if (sequence === undefined || container === undefined) return [];
  return sequence.containers.map((kind) => liveKey({ organization, kind, id: container }));
}

/** The keys that what holds a live resource can have: its container, else its parent. */
export function ownerKeys(kind: Kind, live: Standing): readonly string[] {
  const containers = containerKeys(kind, live.organization, kind.sequence?.containerOf(live.answer));
  return containers.length > 0 ? containers : [parentKey(kind, live) ?? []].flat();
}

/** What a live resource has for a parent. */
export function parentOf(
  { kinds, liveByKey }: Pick<Planning, "kinds" | "liveByKey">,
  live: LiveResource | undefined,
): LiveResource | undefined {
  const key = live === undefined ? undefined : parentKey(kinds.get(live.kind), live);
  return key === undefined ? undefined : liveByKey(key);
}

/** What the address of a live resource stands in: its container where the kind has its address there, else its parent. */
export function holderOf(
  planning: Pick<Planning, "kinds" | "liveByKey">,
  live: LiveResource,
): LiveResource | undefined {
  const kind = planning.kinds.get(live.kind);
  if (kind.sequence?.addressIn !== "container") return parentOf(planning, live);
  return firstOf(planning, ownerKeys(kind, live));
}

/** The first live resource that has one of the keys. */
export function firstOf(
  { liveByKey }: Pick<Planning, "liveByKey">,
  keys: readonly string[],
): LiveResource | undefined {
  for (const key of keys) {
    const live = liveByKey(key);
    if (live !== undefined) return live;
  }
  return undefined;
}

/** What stands in live resources, by the `liveKey` of those. */
export function insideOf(
  resources: readonly LiveResource[],
  kinds: KindIndex,
): ReadonlyMap<string, readonly LiveResource[]> {
  // What stands in a container of a parent stands in the parent too; once is enough.
  const owned = resources.flatMap((resource) =>
    ownerKeys(kinds.get(resource.kind), resource).map((owner) => ({ owner, resource })),
  );
  const groups = groupBy(owned, ({ owner }) => owner);
  return new Map([...groups].map(([owner, all]) => [owner, all.map(({ resource }) => resource)]));
}
