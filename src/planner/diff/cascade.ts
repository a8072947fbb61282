import { organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { compareText } from "../../text/json.ts";
import { containerKeys, liveAddress, parentKey } from "../state/live-address.ts";
import type { Planning } from "../state/planning.ts";
import { type Referrer, referrersIn } from "../state/referrers.ts";

/** Referrers that a change lists by name; it counts the others. */
const mostNamed = 5;

/**
 * Lists in each delete the read objects that still refer to the deleted one: the platform deletes these too, or clears
 * the reference.
 */
export function withReferrers(planning: Planning, changes: readonly Change[]): readonly Change[] {
  const isTold = ({ action, kind, id }: Change): boolean =>
    action === "delete" && id !== undefined && planning.kinds.get(kind).operations.delete !== undefined;
  if (!changes.some(isTold)) return changes;
  const referrersOf = referrersIn(planning.live.resources, planning.kinds);
  const stays = stayingIn(planning, changes);
  return changes.map((change) => {
    if (!isTold(change)) return change;
    const { address, kind, id = "" } = change;
    const target = { organization: organizationOf(address), kind, id };
    const risks = risksOf(planning, referrersOf(target).filter(stays));
    return risks.length === 0 ? change : { ...change, risks: [...(change.risks ?? []), ...risks] };
  });
}

function risksOf(planning: Planning, remaining: readonly Referrer[]): readonly string[] {
  const all = remaining.map(({ live, field }) => {
    const then = field.isNeeded ? "may be deleted with it" : "may lose that value";
    return `${liveAddress(planning, live)} refers to it (${field.name}) and ${then}`;
  });
  // Lists come in any order.
  const named = all.sort(compareText).slice(0, mostNamed);
  const more = all.length - named.length;
  return more === 0 ? named : [...named, `and ${more} more refer to it`];
}

/** True for a referrer that is still there after the changes, with an unchanged field. */
function stayingIn(planning: Planning, changes: readonly Change[]): (referrer: Referrer) => boolean {
  const going = new Set<string>();
  const changed = new Set<string>();
  for (const change of changes) {
    const { action, id, fields = [] } = change;
    if (action === "blocked" || id === undefined) continue;
    const key = keyAt(change);
    if (action === "delete") going.add(key);
    for (const { path } of fields) changed.add(`${key} ${path}`);
  }
  const deletersOf = deletersIn(planning);
  const goes = (live: LiveResource): boolean => going.has(liveKey(live)) || deletersOf(live).some(goes);
  return ({ live, field }) => !goes(live) && !changed.has(`${liveKey(live)} ${field.name}`);
}

/**
 * Finds the objects whose delete also deletes a live resource: its parent and container. A group is none, as its items
 * move up (A25).
 */
function deletersIn({
  kinds,
  live: { resources },
}: Planning): (live: LiveResource) => readonly LiveResource[] {
  const taking = resources.filter(({ kind }) => kinds.get(kind).sequence?.carries === undefined);
  const byKey = groupBy(taking, liveKey);
  return (live) => {
    const kind = kinds.get(live.kind);
    const container = kind.sequence?.containerOf(live.answer);
    const keys = [...containerKeys(kind, live.organization, container), parentKey(kind, live) ?? ""];
    return keys.flatMap((key) => byKey.get(key) ?? []);
  };
}
