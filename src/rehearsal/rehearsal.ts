import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import type { Rehearsal } from "../model/documents/rehearsal-document.ts";

/**
 * The changes of the second plan that remain, and its new errors. After a plan of transfers only a transfer
 * counts, because the second plan holds the other changes.
 */
export function leftOf(first: PlanDocument, second: PlanDocument): Rehearsal["left"] {
  if (first.phase === "transfers" && second.phase === undefined) return [];
  const blocked = new Set(first.changes.filter(isBlocked).map(({ address }) => address));
  return second.changes
    .filter((change) => !isBlocked(change) || !blocked.has(change.address))
    .map(({ address, action, fields = [], reason }) => ({
      address,
      action,
      ...(fields.length === 0 ? {} : { fields: fields.map(({ path }) => path) }),
      ...(reason === undefined ? {} : { reason }),
    }));
}

function isBlocked({ action }: Change): boolean {
  return action === "blocked";
}
