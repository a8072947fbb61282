import type { ApplyEvent } from "../core/apply-event.ts";
import type { Plan } from "../core/plan.ts";
import type { Io } from "../io.ts";
import { makePlan, sceneOf } from "./make-plan.ts";
import { keepRecord, reachedIn, withSteps } from "./record.ts";
import type { Reviewed } from "./review-saved.ts";
import type { Given, RunOptions } from "./run-reviewed.ts";

/** Plans again to see whether anything is left, and keeps the record. */
export async function lookAgain(
  io: Io,
  options: RunOptions,
  { plan, besides }: Reviewed,
  events: readonly ApplyEvent[],
  { project, connection, record, request, undoes }: Given,
): Promise<Plan | undefined> {
  const scene = sceneOf(project, connection);
  const applied = { desired: project.desired, plan, sent: reachedIn(events), isUndo: undoes !== undefined };
  const isIdle = plan.document.steps.length === 0 && besides === undefined;
  const kept = withSteps(io, record, scene, applied);
  const second = isIdle
    ? plan
    : await makePlan(project, connection, { ...request, record: kept }).catch(() => undefined);
  await keepRecord(io, options, record, scene, { ...applied, second });
  return second;
}
