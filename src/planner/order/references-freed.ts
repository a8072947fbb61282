import { type LiveResource, liveKey } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";
import { liveValue } from "../match/identity.ts";

/** Keys of what a live resource refers to or was made for it, and of the same for everything in it: free once it is gone. */
export function releasedBy(planning: Possible, live: LiveResource): readonly string[] {
  const inside = planning.liveInside(live).filter((one) => one !== live);
  return [
    ...referredBy(planning, live),
    ...madeFor(planning, live),
    ...inside.flatMap((one) => releasedBy(planning, one)),
  ];
}

/** Key of what the platform made for a live resource: it is needed no more once that is gone. */
function madeFor({ kinds }: Possible, { kind, organization, answer }: LiveResource): readonly string[] {
  const { makes } = kinds.get(kind);
  const id = makes?.id(answer);
  return makes === undefined || id === undefined ? [] : [liveKey({ organization, kind: makes.kind, id })];
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
