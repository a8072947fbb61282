import { once } from "../../contract/once.ts";
import { allRead, type LiveResource, liveKey, type Referrers } from "../../model/live.ts";
import { insideOf } from "../live-parent.ts";
import type { Planning } from "../planning.ts";

/**
 * Planning that sees what may name something else, too, though no manifest speaks of it: only to say what goes along
 * with what is deleted, what cannot be transferred, and what that waits for. All else must not know it, since it would be
 * read only now and then.
 */
export function withReferrers<P extends Pick<Planning, "kinds" | "live" | "liveByKey" | "liveInside">>(
  planning: P,
): P {
  const { live, liveByKey, liveInside, kinds } = planning;
  const { referrers } = live;
  if (referrers === undefined || referrers.resources.length === 0) return planning;
  const known = indexes.get(referrers) ?? {
    byKey: once(() => new Map(referrers.resources.map((one) => [liveKey(one), one]))),
    inside: once(() => insideOf(referrers.resources, kinds)),
  };
  indexes.set(referrers, known);
  return {
    ...planning,
    live: { ...live, resources: allRead(live) },
    liveByKey: (key: string) => liveByKey(key) ?? known.byKey().get(key),
    liveInside: (one: LiveResource) => [...liveInside(one), ...(known.inside().get(liveKey(one)) ?? [])],
  };
}

/** What was read only now and then, indexed once. */
interface Index {
  readonly byKey: () => ReadonlyMap<string, LiveResource>;
  readonly inside: () => ReadonlyMap<string, readonly LiveResource[]>;
}

const indexes = new WeakMap<Referrers, Index>();
