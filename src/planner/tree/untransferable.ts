import type { Change } from "../../model/documents/plan-document.ts";
import { addTo } from "../../model/group-by.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { compareText } from "../../text/json.ts";
import { afterwards } from "../diff/afterwards.ts";
import { referrersIn } from "../diff/referrers.ts";
import { withReferrers } from "../diff/with-referrers.ts";
import { liveAddress } from "../live-address.ts";
import type { Planning } from "../planning.ts";
import { isTransfer } from "./transfer-change.ts";

/** Why live resources cannot go to another organization, by their `liveKey`. */
export type Untransferable = ReadonlyMap<string, string>;

/**
 * What changes would transfer although something stays that needs it: a site that shows it, a translation of it, or the
 * one that made it. The platform refuses that (A20).
 */
export function untransferableIn(given: Planning, changes: readonly Change[]): Untransferable {
  const leaving = changes.filter(isTransfer);
  if (leaving.length === 0) return new Map();
  const planning = withReferrers(given);
  const { resources } = planning.live;
  const referrersOf = referrersIn(resources, planning.kinds);
  const { stays, goes } = afterwards(planning, changes);
  const makers = makersBy(planning);
  const reasons = leaving.flatMap((change) => {
    const live = planning.liveByKey(keyAt(change));
    if (live === undefined) return [];
    const needing = referrersOf(live).filter((one) => one.field.isNeeded && stays(one));
    const making = (makers.get(liveKey(live)) ?? []).filter((one) => !goes(one));
    const roles = [
      ...needing.map((one) => `${liveAddress(planning, one.live)} has it as its ${one.field.name}`),
      ...making.map((one) => `${liveAddress(planning, one)} has it as its result`),
    ];
    return roles.length === 0 ? [] : [[liveKey(live), reasonOf(roles)] as const];
  });
  return new Map(reasons);
}

function reasonOf(roles: readonly string[]): string {
  // Lists come in any order.
  const [first, ...more] = [...roles].sort(compareText);
  const others = more.length === 0 ? "" : ` (and ${more.length} more like it)`;
  return `${first}${others}, and what something in this organization needs cannot leave it; take that out first, in the manifests or on the platform`;
}

/** What made something, by the `liveKey` of that. */
function makersBy({ kinds, live: { resources } }: Planning): ReadonlyMap<string, readonly LiveResource[]> {
  const makers = new Map<string, LiveResource[]>();
  for (const live of resources) {
    const { makes } = kinds.get(live.kind);
    const id = makes?.id(live.answer);
    if (makes === undefined || id === undefined) continue;
    addTo(makers, liveKey({ organization: live.organization, kind: makes.kind, id }), live);
  }
  return makers;
}
