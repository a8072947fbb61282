import type { Address } from "../model/address.ts";
import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { canonicalJson } from "../text/json.ts";

/** The parts of one change, a text for each: parts of two plans can be compared. */
function partsOf({ address, action, fields = [] }: Change): readonly string[] {
  const isPlace = action === "move";
  const own = action === "create" || action === "update" ? [] : [`${address} ${action}`];
  // Each plan counts places by itself, so only that a place changes is compared.
  const values = isPlace ? [] : fields;
  return [...own, ...values.map(({ path, after }) => `${address} ${path} ${canonicalJson(after ?? null)}`)];
}

/** Is a change one that calls make? */
function isDone({ action }: Change): boolean {
  return action !== "blocked";
}

/** The changes of a new plan that the reviewed one left out. */
export interface ExcludedChanges {
  /** Addresses that it would change otherwise, or that the reviewed plan leaves alone; blocked ones are not. */
  readonly addresses: readonly Address[];
  /** Is a change, as it is found afterwards, one that was left alone on purpose? */
  readonly has: (change: Change) => boolean;
}

/** Compares a new plan with one that was reviewed. */
export function excludedChangesOf(reviewed: PlanDocument, next: PlanDocument): ExcludedChanges {
  const known = new Set(reviewed.changes.filter(isDone).flatMap(partsOf));
  const others = next.changes.filter(
    (change) => isDone(change) && partsOf(change).some((part) => !known.has(part)),
  );
  const left = new Set(others.flatMap(partsOf).filter((part) => !known.has(part)));
  return {
    addresses: addressesOf(others),
    has: (change) => partsOf(change).every((part) => left.has(part)),
  };
}

/** The findings of a second plan after an apply, by address. */
interface Remaining {
  /** Changes of the plan that are not done. */
  readonly left: readonly Address[];
  /** Changes that are wanted and impossible. */
  readonly blocked: readonly Address[];
  /** Changes that were left alone on purpose, or are no part of the plan. */
  readonly others: readonly Address[];
}

/** Holds a second plan against the one that ran; without `excluded`, that was to do everything. */
export function remainingOf(
  ran: PlanDocument,
  second: PlanDocument,
  excluded: ExcludedChanges | undefined,
): Remaining {
  const isOurs = ours(ran, excluded);
  const open = second.changes.filter(isDone);
  return {
    left: addressesOf(open.filter(isOurs)),
    blocked: addressesOf(second.changes.filter((change) => !isDone(change) && isOurs(change))),
    others: addressesOf(open.filter((change) => !isOurs(change))),
  };
}

/** A second plan without what was left alone on purpose, or is no part of the one that ran. */
export function onlyOurs(
  ran: PlanDocument,
  second: PlanDocument,
  excluded: ExcludedChanges | undefined,
): PlanDocument {
  return { ...second, changes: second.changes.filter(ours(ran, excluded)) };
}

function ours(ran: PlanDocument, excluded: ExcludedChanges | undefined): (change: Change) => boolean {
  const planned = groupBy(ran.changes, ({ address }) => address);
  return (change) =>
    excluded === undefined || (isPartOf(planned.get(change.address) ?? [], change) && !excluded.has(change));
}

/**
 * Is a change of an address part of what was planned for it? Where something stands is not, if it was only to be
 * updated. A collection that somebody empties meanwhile has no place that can be seen: it may have to move so that it
 * surely has the right one.
 */
function isPartOf(planned: readonly Change[], { action }: Change): boolean {
  return action === "move" ? planned.some((change) => change.action !== "update") : planned.length > 0;
}

function addressesOf(changes: readonly Change[]): readonly Address[] {
  return [...new Set(changes.map(({ address }) => address))];
}
