import { once } from "../contract/once.ts";
import { allRead, type LiveResource, liveKey } from "./live.ts";
import type { Planning } from "./planning.ts";

/**
 * Planning that sees what may name something else, too, though no manifest speaks of it: only to say what goes along
 * with what is deleted, and what cannot be transferred. All else must not know it, since it would be read only now and then.
 */
export function withReferrers<P extends Pick<Planning, "live" | "liveByKey">>(planning: P): P {
  const { live, liveByKey } = planning;
  const more = live.referrers?.resources ?? [];
  if (more.length === 0) return planning;
  const byKey = once(() => new Map<string, LiveResource>(more.map((one) => [liveKey(one), one])));
  return {
    ...planning,
    live: { ...live, resources: allRead(live) },
    liveByKey: (key: string) => liveByKey(key) ?? byKey().get(key),
  };
}
