import { organizationOf } from "./address.ts";
import type { Change } from "./documents/plan-document.ts";
import { emptiedIn, goesAlong } from "./emptied.ts";
import { groupBy } from "./group-by.ts";
import { compareText } from "./json.ts";
import type { KindIndex } from "./kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "./live.ts";
import { liveAddress } from "./live-address.ts";
import { containerKeys, parentKey } from "./live-owner.ts";
import type { Planning } from "./planning.ts";
import { type Referrer, referrersIn, referringKinds } from "./referrers.ts";
import { withReferrers } from "./with-referrers.ts";

/** Referrers of one thing that a change names before it counts. */
const mostNamed = 5;

/** Deletes with what still names them then, of all that was read: the platform takes that along, or the name from it. */
export function withNamedStill(given: Planning, changes: readonly Change[]): readonly Change[] {
  const isTold = toldBy(given.kinds);
  if (!changes.some(isTold)) return changes;
  const planning = withReferrers(given);
  const referrersOf = referrersIn(planning.live.resources, planning.kinds);
  const { stays, goes } = afterwards(planning, changes);
  const deleted = changes.filter(isTold).map(keyAt);
  const emptied = emptiedIn(planning.live.resources, planning.kinds, new Set(deleted));
  const isLost = (holder: LiveResource): boolean => !goes(holder) && !isPlanned(planning, holder);
  return changes.map((change) => {
    if (!isTold(change)) return change;
    const { address, kind, id = "" } = change;
    const target = { organization: organizationOf(address), kind, id };
    const still = referrersOf(target).filter(stays);
    const lost = emptied(target).filter(isLost);
    const risks = [
      ...lost.map((holder) => goesAlong(planning.kinds, holder)).sort(compareText),
      ...risksOf(planning, still),
      ...unreadRisks(planning, kind),
    ];
    return risks.length === 0 ? change : { ...change, risks: [...(change.risks ?? []), ...risks] };
  });
}

function toldBy(kinds: KindIndex): (change: Change) => boolean {
  return ({ action, kind, id }) =>
    action === "delete" && id !== undefined && kinds.get(kind).operations.delete !== undefined;
}

/** Is a live resource declared, or built anew? Then the plan says itself what becomes of it. */
function isPlanned({ matching, renewedAt }: Planning, live: LiveResource): boolean {
  return matching.addressOf(live) !== undefined || renewedAt(live) !== undefined;
}

/** What there is once the changes are done. */
interface Afterwards {
  readonly goes: (live: LiveResource) => boolean;
  /** Does something name another thing still: is it there, and the field as it is? */
  readonly stays: (referrer: Referrer) => boolean;
}

function afterwards(planning: Planning, changes: readonly Change[]): Afterwards {
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
  const stays = ({ live, field }: Referrer): boolean =>
    !goes(live) && !changed.has(`${liveKey(live)} ${field.name}`);
  return { goes, stays };
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

/** What may go along with one of a kind, and nobody could read. */
function unreadRisks({ kinds, live: { referrers } }: Planning, target: string): readonly string[] {
  if (referrers === undefined || referrers.unread.length === 0) return [];
  return referringKinds(kinds, target, ({ isNeeded }) => isNeeded).flatMap(({ name, plural }) =>
    referrers.unread.includes(name)
      ? [`${plural} that name it were not all read, and may go with it, with what holds nothing else`]
      : [],
  );
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
