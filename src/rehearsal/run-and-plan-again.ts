import type { StepDetails } from "../executor/execution.ts";
import { runSteps } from "../executor/run-steps.ts";
import type { ApplyEvent } from "../model/apply-event.ts";
import type { Rehearsal } from "../model/documents/document-parts.ts";
import type { Change, PlanDocument, Step } from "../model/documents/plan-document.ts";
import { callOfSteps } from "../planner/calls-of-steps.ts";
import type { Plan } from "../planner/plan.ts";
import type { Connection } from "../project/connect.ts";
import { type Created, collectCreated } from "../undo/created-objects.ts";
import type { VirtualClock } from "./embedded-connection.ts";

/** Makes the second plan, as apply does after a run. It gets the objects that the calls created. */
export type PlanAgain<Second extends Plan = Plan> = (
  on: Connection,
  created: readonly Created[],
) => Promise<Second>;

/** The means of a run, apart from the plan and the platform. */
interface RunOptions<Second extends Plan> {
  readonly concurrency: number;
  readonly clock: VirtualClock;
  readonly planAgain: PlanAgain<Second>;
  /** Hears of each step that starts. */
  readonly onStep?: (step: Step) => void;
  /** Takes what failed, also when the run is broken off afterwards. */
  readonly failed: Rehearsal["failed"];
}

/** The second plan after a run, and what it still changes. */
interface RanPlan<Second extends Plan> {
  readonly second: Second;
  readonly left: Rehearsal["left"];
}

/** Runs the steps of a plan on an embedded platform, and plans again. Throws when either is broken off. */
export async function runAndPlanAgain<Second extends Plan>(
  made: Plan,
  connection: Connection,
  { concurrency, clock, planAgain, onStep, failed }: RunOptions<Second>,
): Promise<RanPlan<Second>> {
  const making = collectCreated(made.document.changes);
  const emit = (event: ApplyEvent): void => {
    if (event.type === "step_started") onStep?.(event.step);
    failed.push(...failureOf(event));
  };
  const journal = {
    intent: async () => {},
    outcome: async (step: Step, _: unknown, { answer }: StepDetails) => making.hear(step, { answer }),
  };
  await runSteps(made, connection, {
    concurrency,
    monotonic: clock.monotonic,
    sleep: clock.sleep,
    emit,
    journal,
  });
  const second = await planAgain(connection, making.created());
  return { second, left: leftOf(made.document, second.document) };
}

function failureOf(event: ApplyEvent): Rehearsal["failed"] {
  if (event.type !== "step_failed" && event.type !== "step_unknown") return [];
  const { step, message } = event;
  const status = event.type === "step_failed" ? event.status : undefined;
  const { id, address, operation } = callOfSteps([step]);
  return [{ step: id, address, operation, ...(status === undefined ? {} : { status }), message }];
}

/**
 * The changes of the second plan that remain, and its new errors. After a plan of transfers only a transfer
 * counts, because the second plan holds the other changes.
 */
function leftOf(first: PlanDocument, second: PlanDocument): Rehearsal["left"] {
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
