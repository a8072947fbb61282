import { settleTime } from "../../executor/in-doubt/send-until-resolved.ts";
import { leftFieldsOf } from "../../executor/left-fields.ts";
import { commitOf, type Io, timeOf } from "../../io/io.ts";
import type { ApplyEvent, ApplySummary, StepOutcome } from "../../model/apply-event.ts";
import type { PlanDocument, Step } from "../../model/documents/plan-document.ts";
import type { Live } from "../../model/live.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { remainingOf } from "../../planner/excluded.ts";
import type { Protection } from "../../planner/match/recorded-ids.ts";
import type { Plan } from "../../planner/plan.ts";
import type { Applied } from "../../project/known-after.ts";
import { type MadePlan, makePlan, sceneOf } from "../../project/make-plan.ts";
import { keepRecord, type OpenRecord, withSteps } from "../../project/record.ts";
import type { Scene } from "../../state/record.ts";
import type { Created } from "../../undo/created-objects.ts";
import { keptByUndo, notUndone } from "../../undo/undo-plan.ts";
import type { Reviewed } from "../planning/review-saved.ts";
import type { Given, RunOptions } from "./guarded-run.ts";

/** The facts about a finished run. */
interface Happened {
  readonly events: readonly ApplyEvent[];
  /** The objects created by its calls. */
  readonly created: readonly Created[];
  /** The id of the run; undefined for a run without calls. */
  readonly run: string | undefined;
}

/** Plans again to find remaining changes, and writes the record. */
export async function planAfterRun(
  io: Io,
  options: RunOptions,
  { plan, besides }: Reviewed,
  { events, created, run }: Happened,
  given: Given,
): Promise<{
  readonly second: Plan | undefined;
  /** The live state that the second plan has read. */
  readonly after: Live | undefined;
  readonly isRecorded: boolean;
}> {
  const { project, connection, record, request } = given;
  const scene = sceneOf(project, connection);
  const applied = appliedTo(given, plan, reachedIn(events));
  const isIdle = plan.document.steps.length === 0 && besides === undefined;
  const kept = withSteps(io, record, scene, applied);
  if (!isIdle) await waitForLost(io, given);
  const made = isIdle
    ? undefined
    : await planAfter(created, kept, scene, (record) =>
        makePlan(project, connection, { ...request, record }),
      ).catch(() => undefined);
  const second = isIdle ? plan : made;
  const protection = given.undoes === undefined ? { protection: protectionBy(io, run) } : {};
  const known = { ...applied, ...protection, second, created };
  return { second, after: made?.live, isRecorded: await keepRecord(io, options, record, scene, known) };
}

/** The steps whose calls reached the platform. */
function reachedIn(events: readonly ApplyEvent[]): readonly Step[] {
  return events.flatMap((event) => (hasReached(event) ? [event.step] : []));
}

/** Whether the call of an event reached the platform. The processing afterwards may have failed. */
function hasReached(event: ApplyEvent): event is Extract<ApplyEvent, { readonly step: Step }> {
  if (event.type === "step_done") return true;
  return (event.type === "step_failed" || event.type === "step_unknown") && event.wasSent === true;
}

function protectionBy(io: Io, run: string | undefined): Protection {
  const commit = commitOf(io);
  return {
    at: timeOf(io),
    ...(run === undefined ? {} : { run }),
    ...(commit === undefined ? {} : { commit }),
  };
}

/** The part of the plan that the record keeps, for a run whose `sent` steps reached the platform. */
export function appliedTo({ project, undoes }: Given, plan: Plan, sent: readonly Step[]): Applied {
  return { desired: project.desired, plan, sent, isUndo: undoes !== undefined };
}

/**
 * A call that was sent again may arrive twice, and the late copy may undo a later call. So docform waits
 * until that can no longer happen, before it plans again. An interrupt ends the wait.
 */
async function waitForLost({ now, sleep }: Io, { connection: { client }, interrupts }: Given): Promise<void> {
  const { lostAt, stopped } = client;
  if (lostAt === undefined || stopped || interrupts.isStopping()) return;
  const left = Math.min(lostAt + settleTime - now(), settleTime);
  if (left > 0) await Promise.race([sleep(left), interrupts.stopped]);
}

/**
 * The plan after a run. It treats the ids of created objects as recorded, because undo may create two objects
 * with the same name.
 */
export function planAfter(
  created: readonly Created[],
  kept: OpenRecord,
  scene: Scene,
  plan: (record: OpenRecord) => Promise<MadePlan>,
): Promise<MadePlan> {
  return plan({ ...kept, unrecorded: [...kept.unrecorded, { scene, created, copies: [] }] });
}

const endOf = new Map<ApplyEvent["type"], StepOutcome>([
  ["step_done", "done"],
  ["step_failed", "failed"],
  ["step_unknown", "unknown"],
  ["step_stale", "stale"],
  ["step_skipped", "skipped"],
  ["step_started", "unknown"],
]);

/**
 * The outcome of each step from its events. A step that started without a known end may have been carried
 * out.
 */
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

/** The counts of a run and the changes that the second plan finds. */
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
  // A plan of transfers has converged when no transfer is left. The second plan then holds the other changes.
  if (plan.document.phase === "transfers" && second.phase === undefined)
    return { ...counts, converged: true, left: [], blocked: [], ...part, rest: second.steps.length };
  const { left, blocked, others } = remainingOf(plan.document, second, besides);
  const isConverged = besides === undefined ? second.steps.length === 0 : left.length === 0;
  const leftFields = leftFieldsOf(plan.document, second, left, outcomes);
  const fields = leftFields.length === 0 ? {} : { leftFields: [...leftFields] };
  return {
    ...counts,
    converged: isConverged,
    left: [...left],
    ...fields,
    blocked: [...blocked],
    ...(besides === undefined ? {} : { others: [...others] }),
    ...part,
  };
}

/** The exit code of a run that was not interrupted. */
export function exitCodeOf({ failed, unknown, stale, skipped, converged, blocked }: ApplySummary): ExitCode {
  if (failed + unknown + stale + skipped > 0 || converged !== true) return exitCode.failed;
  return blocked.length > 0 ? exitCode.held : exitCode.done;
}

/** For an undo: the run that it undoes, and what it does not take back. */
export function undoneIn(
  document: PlanDocument,
  { undoes }: Given,
): Pick<ApplySummary, "undoes" | "notUndone" | "kept"> {
  if (undoes === undefined) return {};
  const lacks = notUndone(document).map(({ message }) => message);
  const kept = keptByUndo(document).map(({ message }) => message);
  return {
    undoes,
    ...(lacks.length === 0 ? {} : { notUndone: lacks }),
    ...(kept.length === 0 ? {} : { kept }),
  };
}
