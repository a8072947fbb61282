import type { Step } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import { isPlacing } from "../model/placing.ts";
import type { Plan } from "../planner/plan.ts";

/** Calls that run without a rehearsal, unless it is asked for one. */
const mostUnrehearsed = 20;

/**
 * Whether `apply` rehearses a plan by itself: it has many calls, and some place something in an order, a group or a
 * tree. What such calls do depends on each other; of the others a rehearsal tells little. A plan with held changes does
 * not run.
 */
export function needsRehearsal({ document, kinds }: Pick<Plan, "document" | "kinds">): boolean {
  const { steps, summary } = document;
  if (steps.length <= mostUnrehearsed || summary.held > 0) return false;
  return steps.some((step) => kinds.all.some((kind) => isPlacing(kind, step) || isInOrder(kind, step)));
}

/** True for a call that creates or deletes an item of an order. */
function isInOrder({ sequence, operations }: Kind, { operation }: Step): boolean {
  return sequence !== undefined && [operations.create?.name, operations.delete?.name].includes(operation);
}
