import { settleTime } from "../../executor/in-doubt/send-step.ts";
import type { Io } from "../../io/io.ts";
import type { ApplyEvent } from "../../model/apply-event.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import type { Plan } from "../../planner/plan.ts";
import { type MadePlan, makePlan, sceneOf } from "../../project/make-plan.ts";
import { keepRecord, type OpenRecord, withSteps } from "../../project/record.ts";
import { type Applied, reachedIn } from "../../project/recorded.ts";
import type { Scene } from "../../state/record.ts";
import type { Made } from "../../undo/undo-parts.ts";
import type { Reviewed } from "../planning/review-saved.ts";
import type { Given, RunOptions } from "./run-reviewed.ts";

/** What is known of a run that is over. */
export interface Happened {
  readonly events: readonly ApplyEvent[];
  /** What its calls made. */
  readonly made: readonly Made[];
}

/** Plans again to see whether anything is left, and keeps the record. */
export async function lookAgain(
  io: Io,
  options: RunOptions,
  { plan, besides }: Reviewed,
  { events, made }: Happened,
  given: Given,
): Promise<Plan | undefined> {
  const { project, connection, record, request } = given;
  const scene = sceneOf(project, connection);
  const applied = appliedTo(given, plan, reachedIn(events));
  const isIdle = plan.document.steps.length === 0 && besides === undefined;
  const kept = withSteps(io, record, scene, applied);
  if (!isIdle) await waitForLost(io, given);
  const second = isIdle
    ? plan
    : await planAfter(made, kept, scene, (record) =>
        makePlan(project, connection, { ...request, record }),
      ).catch(() => undefined);
  await keepRecord(io, options, record, scene, { ...applied, second, made });
  return second;
}

/** What the record asks of a run of which these steps have reached the platform. */
export function appliedTo({ project, undoes }: Given, plan: Plan, sent: readonly Step[]): Applied {
  return { desired: project.desired, plan, sent, isUndo: undoes !== undefined };
}

/**
 * What was sent again after its answer was lost may arrive twice, and the second time undo what came after it. Before
 * that can no longer happen, nobody knows what is left. Who interrupts does not wait.
 */
async function waitForLost({ now, sleep }: Io, { connection: { client }, interrupts }: Given): Promise<void> {
  const { lostAt, stopped } = client;
  if (lostAt === undefined || stopped !== undefined || interrupts.isStopping()) return;
  const left = Math.min(lostAt + settleTime - now(), settleTime);
  if (left > 0) await Promise.race([sleep(left), interrupts.stopped]);
}

/** The plan after a run. The ids of what it made count as recorded: an undo brings back two of one name. */
export function planAfter(
  made: readonly Made[],
  kept: OpenRecord,
  scene: Scene,
  plan: (record: OpenRecord) => Promise<MadePlan>,
): Promise<MadePlan> {
  return plan({ ...kept, left: [...kept.left, { scene, made, copies: [] }] });
}
