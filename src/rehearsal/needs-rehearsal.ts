import { once } from "../contract/once.ts";
import { kinds } from "../kinds/kinds.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";

/** Calls that run without a rehearsal, unless it is asked for one. */
const mostUnrehearsed = 20;

/**
 * Whether `apply` rehearses a plan by itself: it has many calls, and some place something in an order, a group or a
 * tree. What such calls do depends on each other; of the others a rehearsal tells little. A plan with held changes does
 * not run.
 */
export function needsRehearsal({ steps, summary }: Pick<PlanDocument, "steps" | "summary">): boolean {
  if (steps.length <= mostUnrehearsed || summary.held > 0) return false;
  return steps.some(({ operation }) => placingOperations().has(operation));
}

/** The operations that create, delete or move something in an order or a tree. */
const placingOperations = once((): ReadonlySet<string> => {
  const all = kinds.flatMap(({ sequence, tree, operations }) => [
    ...(sequence === undefined ? [] : [operations.create, operations.delete]),
    ...[sequence?.move?.operation, sequence?.append?.operation],
    ...[tree?.move.operation, tree?.transfer?.operation],
  ]);
  return new Set(all.flatMap((operation) => operation?.name ?? []));
});
