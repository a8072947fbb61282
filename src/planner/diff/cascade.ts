import { organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { compareText } from "../../text/json.ts";
import { containerKeys, liveAddress, parentKey } from "../state/live-address.ts";
import type { Planning } from "../state/planning.ts";
import { type Referrer, referrersIn } from "../state/referrers.ts";

/** Referrers of one thing that a change names before it counts. */
const mostNamed = 5;

/**
 * Lists in each delete what still names it, of what the plan has read: the platform deletes that too, or takes the name
 * from it.
 */
export function withReferrers(planning: Planning, changes: readonly Change[]): readonly Change[] {
  const isTold = isDeleteWithReferrers(planning.kinds);
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

function isDeleteWithReferrers(kinds: KindIndex): (change: Change) => boolean {
  return ({ action, kind, id }) =>
    action === "delete" && id !== undefined && kinds.get(kind).operations.delete !== undefined;
}

function risksOf(planning: Planning, still: readonly Referrer[]): readonly string[] {
  const all = still.map(({ live, field }) => {
    const then = field.isNeeded ? "may go with it" : "may be left without";
    return `${liveAddress(planning, live)} names it as its ${field.name}, and ${then}`;
  });
  // Lists come in any order.
  const named = all.sort(compareText).slice(0, mostNamed);
  const more = all.length - named.length;
  return more === 0 ? named : [...named, `and ${more} more name it`];
}

/** Does something still name another thing once the changes are done: is it there, and the field as it is? */
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
  const holdersOf = holdersIn(planning);
  const goes = (live: LiveResource): boolean => going.has(liveKey(live)) || holdersOf(live).some(goes);
  return ({ live, field }) => !goes(live) && !changed.has(`${liveKey(live)} ${field.name}`);
}

/** Finds what takes a thing along when it is deleted: what it stands in, but not a group, whose items move up (A25). */
function holdersIn({
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
