import type { Address } from "./address.ts";
import { canonicalJson } from "./json.ts";
import type { Change, PlanDocument } from "./plan-document.ts";

/** What one change does, a text for each part: parts of two plans can be held against each other. */
function partsOf({ address, action, fields = [] }: Change): readonly string[] {
  const isPlace = action === "move";
  const own = action === "create" || action === "update" ? [] : [`${address} ${action}`];
  // A place is counted anew in each plan, so only that it changes is compared.
  const values = isPlace ? [] : fields;
  return [...own, ...values.map(({ path, after }) => `${address} ${path} ${canonicalJson(after ?? null)}`)];
}

/** What a new plan would do besides one that was reviewed. */
export interface Besides {
  /** Addresses that it would change otherwise, or that the reviewed plan leaves alone; blocked ones are not. */
  readonly addresses: readonly Address[];
  /** Is a change, as it is found afterwards, one that was left alone on purpose? */
  readonly has: (change: Change) => boolean;
}

/** Compares a new plan with one that was reviewed. */
export function besidesOf(reviewed: PlanDocument, anew: PlanDocument): Besides {
  const known = new Set(reviewed.changes.flatMap(partsOf));
  const others = anew.changes.filter(
    (change) => change.action !== "blocked" && partsOf(change).some((part) => !known.has(part)),
  );
  const left = new Set(others.flatMap(partsOf).filter((part) => !known.has(part)));
  return {
    addresses: [...new Set(others.map(({ address }) => address))],
    has: (change) => partsOf(change).every((part) => left.has(part)),
  };
}
