import { leftFieldsOf } from "../../executor/left-fields.ts";
import type { ApplyEvent, ApplySummary, StepOutcome } from "../../model/apply-event.ts";
import type { PlanDocument, Step } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { remainingOf } from "../../planner/excluded.ts";
import type { Reviewed } from "../planning/review-saved.ts";

const endOf = new Map<ApplyEvent["type"], StepOutcome>([
  ["step_done", "done"],
  ["step_failed", "failed"],
  ["step_unknown", "unknown"],
  ["step_stale", "stale"],
  ["step_skipped", "skipped"],
  ["step_started", "unknown"],
]);

/** How each step ended, as far as it was heard: one that only started may have been done. */
export function outcomesIn(
  steps: readonly Step[],
  events: readonly ApplyEvent[],
): ReadonlyMap<string, StepOutcome> {
  const outcomes = new Map<string, StepOutcome>(steps.map(({ id }) => [id, "skipped"]));
  for (const event of events) {
    const outcome = endOf.get(event.type);
    if (outcome !== undefined && "step" in event) outcomes.set(event.step.id, outcome);
  }
  return outcomes;
}

/** A run in numbers, and what a second plan finds. */
export function summarize(
  outcomes: ReadonlyMap<string, StepOutcome>,
  second: PlanDocument | undefined,
  { plan, besides }: Reviewed,
): ApplySummary {
  const counts = { done: 0, failed: 0, unknown: 0, stale: 0, skipped: 0 };
  for (const outcome of outcomes.values()) counts[outcome]++;
  const { partial } = plan.document;
  const part = partial === undefined ? {} : { targets: partial.targets };
  if (second === undefined) return { ...counts, left: [], blocked: [], ...part };
  const { left, blocked, others } = remainingOf(plan.document, second, besides);
  const isConverged = besides === undefined ? second.steps.length === 0 : left.length === 0;
  const leftFields = leftFieldsOf(plan.document, second, left, outcomes);
  const fields = leftFields.length === 0 ? {} : { leftFields };
  return {
    ...counts,
    converged: isConverged,
    left,
    ...fields,
    blocked,
    ...(besides === undefined ? {} : { others }),
    ...part,
  };
}

/** The exit code of a run that was not interrupted. */
export function exitCodeOf({ failed, unknown, stale, skipped, converged, blocked }: ApplySummary): ExitCode {
  if (failed + unknown + stale + skipped > 0 || converged !== true) return exitCode.failed;
  return blocked.length > 0 ? exitCode.held : exitCode.done;
}
