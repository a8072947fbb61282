import { inDoubtWindow } from "../../executor/in-doubt/send-until-resolved.ts";
import { leftFieldsOf } from "../../executor/left-fields.ts";
import { commitOf, type Io, timeOf } from "../../io/io.ts";
import type { ApplyEvent, ApplySummary, StepOutcome } from "../../model/apply-event.ts";
import type { PlanDocument, Step } from "../../model/documents/plan-document.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import type { Live } from "../../model/live.ts";
import { requestsMade } from "../../model/requests.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { callsByOutcome } from "../../planner/calls-of-steps.ts";
import { remainingOf } from "../../planner/excluded.ts";
import type { Plan } from "../../planner/plan.ts";
import { mayHaveChanged } from "../../refresh/changed-reads.ts";
import type { Reader } from "../../refresh/reader.ts";
import { type Backend, BackendError } from "../../state/backend.ts";
import type { Created } from "../../undo/created-objects.ts";
import { keptByUndo, notUndone } from "../../undo/undo-plan.ts";
import { type Applied, deletedBy } from "../known-after.ts";
import { makePlan, platformScope } from "../make-plan.ts";
import { afterCreating, keepRecord, withSteps } from "../open-record.ts";
import { reportProblem } from "../report-problem.ts";
import type { Given, RunOptions } from "./guarded-run.ts";
import type { Reviewed } from "./review-saved.ts";

/** The facts about a finished run. */
interface Happened {
  readonly events: readonly ApplyEvent[];
  /** The outcome of each step. */
  readonly outcomes: ReadonlyMap<string, StepOutcome>;
  /** The objects created by its calls. */
  readonly created: readonly Created[];
  /** The id of the run; undefined for a run without calls. */
  readonly run: string | undefined;
}

/** Plans again to find remaining changes, and writes the record. */
export async function planAfterRun(
  io: Io,
  options: RunOptions,
  reviewed: Reviewed,
  { events, outcomes, created, run }: Happened,
  given: Given,
): Promise<{
  readonly second: Plan | undefined;
  /** The live state that the second plan has read. */
  readonly after: Live | undefined;
  readonly unwritten: readonly unknown[];
}> {
  const { plan, excluded } = reviewed;
  const { project, connection, record, request } = given;
  const scope = platformScope(project, connection);
  const requests = requestsMade(plan.kinds.all, plan.document.steps, outcomes);
  const gone = deletedBy(plan, ({ id }) => outcomes.get(id) === "done");
  const applied = { ...appliedTo(given, plan, reachedIn(events)), requests, gone };
  const isIdle = plan.document.steps.length === 0 && excluded === undefined;
  const kept = withSteps(io, record, scope, applied);
  if (!isIdle) await waitForLost(io, given);
  const made = isIdle
    ? undefined
    : await makePlan(
        project,
        { ...connection, reader: readerAfter(given, plan, { outcomes, created }) },
        {
          ...request,
          record: afterCreating(io, kept, scope, created),
        },
      ).catch((problem: unknown) => tellUnplanned(io, given, problem));
  const second = isIdle ? plan : made;
  const own = given.undoes === undefined ? ownBy(io, run, given.pull) : {};
  const converged = endedWhole(summarize(outcomes, second?.document, reviewed));
  const wholeCommit = converged === true ? given.commit : undefined;
  const isInDoubt = [...outcomes.values()].includes("unknown");
  const takenIn = isInDoubt ? undefined : run;
  const known = { ...applied, ...own, second, created, wholeCommit, converged, run: takenIn };
  return { second, after: made?.live, unwritten: await keepRecord(io, options, record, scope, known) };
}

/**
 * The reader of the second plan. When each call was done, it reads again what they may have changed. Anything else, such
 * as a lost answer, may have done more than its step says; and an undo is about the whole platform.
 */
function readerAfter(
  { connection, recent, undoes }: Given,
  { document, kinds }: Plan,
  { outcomes, created }: Pick<Happened, "outcomes" | "created">,
): Reader {
  const isKnown = [...outcomes.values()].every((outcome) => outcome === "done");
  if (!isKnown || undoes !== undefined || connection.client.lostAt !== undefined) return connection.reader;
  return recent.after(mayHaveChanged(document.steps, created, kinds.all));
}

/** Says why a second plan was not made, unless that was said: by a deadline or an interrupt, which end all calls. */
function tellUnplanned(io: Io, { connection, interrupts }: Given, problem: unknown): undefined {
  if (connection.client.stopped !== undefined || interrupts.isStopping()) return;
  io.stderr.write("The second plan could not be made:\n");
  reportProblem(io, "text", problem);
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

/** The entries of the record for the objects that an apply protects and creates. An undo does neither. */
function ownBy(
  io: Io,
  run: string | undefined,
  pull: string | undefined,
): Pick<Applied, "protection" | "creator"> {
  const commit = commitOf(io);
  const protection = {
    at: timeOf(io),
    ...(run === undefined ? {} : { run }),
    ...(commit === undefined ? {} : { commit }),
  };
  if (run === undefined) return { protection };
  return { protection, creator: { run, ...(pull === undefined ? {} : { pull }) } };
}

/** The part of the plan that the record keeps, for a run whose `sent` steps reached the platform. */
export function appliedTo({ project, undoes }: Given, plan: Plan, sent: readonly Step[]): Applied {
  return { desired: project.desired, plan, sent, isUndo: undoes !== undefined };
}

/**
 * A call that was sent again may arrive twice, and the late copy may undo a later call. So docform waits
 * until that can no longer happen, before it plans again. An interrupt ends the wait.
 */
async function waitForLost(
  { monotonic, sleep }: Io,
  { connection: { client }, interrupts }: Given,
): Promise<void> {
  const { lostAt, stopped } = client;
  if (lostAt === undefined || stopped || interrupts.isStopping()) return;
  const left = lostAt + inDoubtWindow - monotonic();
  if (left > 0) await Promise.race([sleep(left), interrupts.stopped]);
}

const endOf = new Map<ApplyEvent["type"], StepOutcome>([
  ["step_done", "done"],
  ["step_failed", "failed"],
  ["step_unknown", "unknown"],
  ["step_stale", "stale"],
  ["step_skipped", "skipped"],
  ["step_requested", "requested"],
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
  { plan, excluded }: Reviewed,
): ApplySummary {
  const { partial, steps } = plan.document;
  const counts = callsByOutcome(steps, outcomes);
  const part = partial === undefined ? {} : { targets: partial.targets };
  if (second === undefined) return { ...counts, left: [], blocked: [], ...part };
  // A plan of transfers has converged when no transfer is left. The second plan then holds the other changes.
  if (plan.document.phase === "transfers" && second.phase === undefined)
    return { ...counts, converged: true, left: [], blocked: [], ...part, rest: second.summary.calls };
  const { left, blocked, others } = remainingOf(plan.document, second, excluded);
  const isConverged = excluded === undefined ? second.steps.length === 0 : left.length === 0;
  const leftFields = leftFieldsOf(plan.document, second, left, outcomes);
  const fields = leftFields.length === 0 ? {} : { leftFields: [...leftFields] };
  return {
    ...counts,
    converged: isConverged,
    left: [...left],
    ...fields,
    blocked: [...blocked],
    ...(excluded === undefined ? {} : { others: [...others] }),
    ...part,
  };
}

/** The exit code of a run that was not interrupted. */
export function exitCodeOf(summary: ApplySummary): ExitCode {
  const { failed, unknown, stale, skipped, converged, blocked, unrecorded = [] } = summary;
  if (failed + unknown + stale + skipped > 0 || converged !== true) return exitCode.failed;
  if (unrecorded.length > 0) return exitCode.failed;
  return blocked.length > 0 ? exitCode.held : exitCode.done;
}

/** Whether a run did all that can be done; undefined for one of a part. What is blocked is said by each plan. */
function endedWhole(summary: ApplySummary): boolean | undefined {
  if (exitCodeOf(summary) === exitCode.failed) return false;
  return summary.targets === undefined && (summary.rest ?? 0) === 0 ? true : undefined;
}

/**
 * Why the state does not hold a run. In the folder of a project, what the disk refuses is a warning: the platform and the
 * manifests stay the truth. On a shared place others do not know of the run, and a lost lock let two runs go on.
 */
export function unrecordedBy(
  { isShared }: Pick<Backend, "isShared">,
  problems: readonly unknown[],
): Pick<ApplySummary, "unrecorded"> {
  const lost = problems.filter((problem) => isShared || problem instanceof BackendError);
  return lost.length === 0 ? {} : { unrecorded: [...new Set(lost.map(whyFileFailed))] };
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

/** How much is no longer declared, and stays; and who has not joined yet. */
export function leftIn(second: PlanDocument | undefined): Pick<ApplySummary, "noLongerDeclared" | "waiting"> {
  const { noLongerDeclared = [], waiting: all = [] } = second ?? {};
  const waiting = all.filter(({ requested }) => requested === undefined);
  return {
    ...(noLongerDeclared.length === 0 ? {} : { noLongerDeclared: noLongerDeclared.length }),
    ...(waiting.length === 0 ? {} : { waiting: waiting.map(({ address }) => address) }),
  };
}
