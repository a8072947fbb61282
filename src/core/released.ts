import type { Possible } from "./birth.ts";
import { type LiveResource, liveKey } from "./live.ts";
import { liveValue } from "./match/identity.ts";

/** Keys of what a live resource refers to, and of what everything in it refers to: they are free once it is gone. */
export function releasedBy(planning: Possible, live: LiveResource): readonly string[] {
  const inside = planning.liveInside(live).filter((one) => one !== live);
  return [...referredBy(planning, live), ...inside.flatMap((one) => releasedBy(planning, one))];
}

/** Keys of what the reference fields of a live resource hold. What it stands in does not depend on it. */
export function referredBy(planning: Possible, live: LiveResource): readonly string[] {
  const kind = planning.kinds.get(live.kind);
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    if (field.refersTo === undefined || field.tree !== undefined) return [];
    const value = liveValue(kind, name, live);
    return typeof value === "string"
      ? [liveKey({ organization: live.organization, kind: field.refersTo, id: value })]
      : [];
  });
}
