import { organizationOf } from "./address.ts";
import { groupBy } from "./group-by.ts";
import { compareText } from "./json.ts";
import type { KindIndex } from "./kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "./live.ts";
import { liveAddress } from "./live-address.ts";
import { containerKeys, parentKey } from "./live-owner.ts";
import type { Change } from "./plan-document.ts";
import type { Planning } from "./planning.ts";
import { type Referrer, referrersIn } from "./referrers.ts";

/** Referrers of one thing that a change names before it counts. */
const mostNamed = 5;

/** Deletes with what still names them then, of all that was read: the platform takes that along, or the name from it. */
export function withNamedStill(planning: Planning, changes: readonly Change[]): readonly Change[] {
  const isTold = toldBy(planning.kinds);
  if (!changes.some(isTold)) return changes;
  const referrersOf = referrersIn(planning.live.resources, planning.kinds);
  const stays = staysAfter(planning, changes);
  return changes.map((change) => {
    if (!isTold(change)) return change;
    const { address, kind, id = "" } = change;
    const still = referrersOf({ organization: organizationOf(address), kind, id }).filter(stays);
    if (still.length === 0) return change;
    return { ...change, risks: [...(change.risks ?? []), ...risksOf(planning, still)] };
  });
}

function toldBy(kinds: KindIndex): (change: Change) => boolean {
  return ({ action, kind, id }) =>
    action === "delete" && id !== undefined && kinds.get(kind).operations.delete !== undefined;
}

/** Does something name another thing still, once the changes are done: is it there, and the field as it is? */
function staysAfter(planning: Planning, changes: readonly Change[]): (referrer: Referrer) => boolean {
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
