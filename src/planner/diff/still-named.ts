import { organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { keyAt, type LiveResource } from "../../model/live.ts";
import { compareText } from "../../text/json.ts";
import { liveAddress } from "../live-address.ts";
import type { Planning } from "../planning.ts";
import { afterwards } from "./afterwards.ts";
import { emptiedIn, goesAlong } from "./cascade.ts";
import { type Referrer, referrersIn } from "./referrers.ts";

/** Referrers of one thing that a change names before it counts. */
const mostNamed = 5;

/**
 * Lists in each delete what still names it, of what the plan has read: the platform deletes that too, or takes the name
 * from it.
 */
export function withNamedStill(planning: Planning, changes: readonly Change[]): readonly Change[] {
  const isTold = toldBy(planning.kinds);
  if (!changes.some(isTold)) return changes;
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
    ];
    return withRisks(change, risks);
  });
}

function withRisks(change: Change, risks: readonly string[]): Change {
  return risks.length === 0 ? change : { ...change, risks: [...(change.risks ?? []), ...risks] };
}

function toldBy(kinds: KindIndex): (change: Change) => boolean {
  return ({ action, kind, id }) =>
    action === "delete" && id !== undefined && kinds.get(kind).operations.delete !== undefined;
}

/** Is a live resource declared, or built anew? Then the plan says itself what becomes of it. */
function isPlanned({ matching, renewedAt }: Planning, live: LiveResource): boolean {
  return matching.addressOf(live) !== undefined || renewedAt(live) !== undefined;
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
