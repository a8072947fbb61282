import type { GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";

/**
 * A saved plan with what guards hold of it by now, and did not when it was saved: platform, manifests and settings may
 * have changed elsewhere since. What it was allowed then stays allowed.
 */
export function heldNow(saved: PlanDocument, verdicts: readonly GuardVerdict[]): PlanDocument {
  const known = new Set(saved.guards.map(textOf));
  const others = verdicts.filter((verdict) => verdict.held && !known.has(textOf(verdict)));
  if (others.length === 0) return saved;
  const added = others.map((verdict) => ({
    ...verdict,
    message: `${verdict.message}; it was not so when the plan was saved`,
  }));
  const summary = { ...saved.summary, held: saved.summary.held + added.length };
  return { ...saved, guards: [...saved.guards, ...added], summary };
}

/** What makes a verdict the same one: its message counts what else is there, which may differ. */
function textOf({ rule, address = "", allow = "" }: GuardVerdict): string {
  return [rule, address, allow].join(" ");
}
