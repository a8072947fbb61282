import { hopelessness, interrupt, type StepOutcome, unwritable } from "../model/apply-event.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { hintOf } from "../model/stop.ts";
import { isObject, type Json } from "../text/json.ts";
import { messageOf } from "../text/message-of.ts";
import { awaitProcessing } from "./await-processing.ts";
import type { CallFailure, Done, Execution, Sent, StepDetails } from "./execution.ts";
import { pauses, type Sending, sendUntilResolved } from "./in-doubt/send-until-resolved.ts";
import { doneTwice } from "./in-doubt/sent-twice.ts";
import { resolveOutputs, revealHidden } from "./resolve-outputs.ts";
import { queueSteps, type StepQueue } from "./step-queue.ts";

/**
 * Runs steps: each one when its predecessors are done and a place is free. A failed step skips its
 * dependents; the others go on. It is generic and knows no kinds.
 */
export function execute(
  steps: readonly Step[],
  execution: Execution,
): Promise<ReadonlyMap<string, StepOutcome>> {
  const run: Run = {
    execution,
    queue: queueSteps(steps),
    outcomes: new Map(),
    answers: new Map(),
    called: new Map(),
    running: 0,
    processing: 0,
    goOn: () => {},
    idsOfThisRun: new Set(),
    lastCallBySignature: new Map(),
    resent: [],
    intend: (step) => intend(run, step),
  };
  return new Promise((resolve, reject) => {
    run.goOn = (): void => {
      startReady(run, (step) => {
        run.running += 1;
        runStep(run, step).then(ended).catch(reject);
      });
      if (run.queue.size() > 0 || run.running > 0) return;
      reportDoneTwice(run).then(() => resolve(run.outcomes), reject);
    };
    const ended = (): void => {
      run.running -= 1;
      run.goOn();
    };
    run.goOn();
  });
}

interface Run extends Sending {
  readonly queue: StepQueue;
  readonly outcomes: Map<string, StepOutcome>;
  readonly answers: Map<string, Json>;
  /** The steps as they were sent, with the ids that earlier ones answered; sensitive values are masked. */
  readonly called: Map<string, Step>;
  /** The number of steps that are under way. */
  running: number;
  /** Those of them that only wait for the platform. */
  processing: number;
  /** Starts what can start by now, and ends the run after the last step. */
  goOn: () => void;
  readonly idsOfThisRun: Set<string>;
  /** The reason why the journal could not be written, and what to do. */
  unwritable?: { readonly message: string; readonly next: string };
}

/** Corrects the outcome of creates that were sent more than once, and may have been carried out twice. */
async function reportDoneTwice(run: Run): Promise<void> {
  const { resent, idsOfThisRun, execution } = run;
  for (const [{ shown: step, answer, found }, failure] of await doneTwice(
    resent,
    idsOfThisRun,
    pauses,
    execution.sleep,
  )) {
    const { message, next } = failure;
    await writeOutcome(run, step, "unknown", { answer, ...(found && { found }), message });
    run.execution.emit({ type: "step_unknown", step, message, next, wasSent: true });
    run.outcomes.set(step.id, "unknown");
  }
}

/** Starts ready steps, in the order of the plan. Once something stops the run, it skips the rest. */
function startReady(run: Run, start: (step: Step) => void): void {
  const { queue, execution } = run;
  const { concurrency } = execution;
  for (;;) {
    const stop = stopOf(run);
    // No call of theirs is on its way. But what the platform processes at the same time stays bounded.
    const sending = run.running - Math.min(run.processing, concurrency);
    if (stop === undefined && sending >= concurrency) break;
    const step = stop === undefined ? queue.takeReady() : queue.takeFirst();
    if (step === undefined) return;
    if (stop !== undefined) skip(run, step, stop);
    // All steps of a shared call start together: it goes out when each of them has come.
    else for (const one of [step, ...queue.takeSharing(step)]) start(one);
  }
  for (const step of queue.upcoming(concurrency)) execution.readAhead?.(step);
}

/** The reason why a step is skipped. */
interface Obstacle {
  readonly waitedFor: string;
  readonly message?: string;
}

/** The reason why no further step starts. */
function stopOf(run: Run): Obstacle | undefined {
  const { execution } = run;
  if (run.unwritable !== undefined) return { waitedFor: unwritable, message: run.unwritable.message };
  if (execution.isStopping?.() === true) return { waitedFor: interrupt };
  if (execution.isHopeless?.() === true) return { waitedFor: hopelessness };
  return undefined;
}

function skip(run: Run, step: Step, obstacle: Obstacle): void {
  run.execution.emit({ type: "step_skipped", step, ...obstacle });
  end(run, step, "skipped");
}

/** Notes the end of a step, and skips its dependents when it is not done, and theirs. */
function end({ queue, outcomes, execution }: Run, step: Step, outcome: StepOutcome): void {
  outcomes.set(step.id, outcome);
  execution.ended?.(step);
  const skipped = [...queue.ended(step, outcome === "done")].map((one) => ({ one, waitedFor: step.id }));
  // Skipped steps are added during the loop.
  for (const { one, waitedFor } of skipped) {
    outcomes.set(one.id, "skipped");
    execution.ended?.(one);
    execution.emit({ type: "step_skipped", step: one, waitedFor });
    for (const next of queue.ended(one, false)) skipped.push({ one: next, waitedFor: one.id });
  }
}

/** Waits for the processing of the platform after the call, when the step asks for it. */
async function waitAfter(run: Run, step: Step, answer: Json): Promise<CallFailure | undefined> {
  if (step.wait === undefined) return undefined;
  const { secrets, readList } = run.execution;
  const asked = { ...step, params: step.wait.params, body: null };
  const resolved = await resolveOutputs(asked, run.answers, secrets, readList);
  const shown = "message" in resolved ? resolved : revealHidden(resolved, secrets);
  if ("message" in shown) return { outcome: "unknown", ...shown };
  run.processing += 1;
  run.goOn();
  try {
    return await awaitProcessing(step.wait, shown.params, answer, run.execution);
  } finally {
    run.processing -= 1;
  }
}

/** The trouble after a call, as its answer or the work of the platform says. */
async function troubleAfter(run: Run, step: Step, answer: Json): Promise<CallFailure | undefined> {
  const shortfall = run.execution.shortfall?.(step, answer);
  return shortfall === undefined ? waitAfter(run, step, answer) : { outcome: "failed", ...shortfall };
}

async function runStep(run: Run, step: Step): Promise<void> {
  const { execution } = run;
  const started = execution.monotonic();
  execution.emit({ type: "step_started", step });
  const sent = await callStep(run, step);
  if ("answer" in sent) keepAnswer(run, step, sent.answer);
  const trouble = "answer" in sent ? await troubleAfter(run, step, sent.answer) : undefined;
  const result = trouble ?? sent;
  if ("outcome" in result) return endBadly(run, step, result, sent);
  await writeOutcome(run, step, "done", detailsOf(result));
  const milliseconds = Math.round(execution.monotonic() - started);
  execution.emit({ type: "step_done", step, milliseconds });
  end(run, step, "done");
}

async function endBadly(run: Run, step: Step, failure: CallFailure, sent: Sent): Promise<void> {
  const { outcome, message, next } = failure;
  const status = "status" in failure ? { status: failure.status } : {};
  const details = "answer" in sent ? detailsOf(sent) : {};
  await writeOutcome(run, step, outcome, { ...details, ...status, message });
  const wasSent = "answer" in sent ? { wasSent: true as const } : {};
  const type = `step_${outcome}` as const;
  const told = { step: run.called.get(step.id) ?? step, message, next, ...wasSent };
  run.execution.emit(type === "step_failed" ? { type, ...told, ...status } : { type, ...told });
  end(run, step, outcome);
}

function detailsOf({ answer, found }: Done): StepDetails {
  return { answer, ...(found && { found }) };
}

/**
 * Stores the answer for later steps, and its ids as created by this run, so that no other step adopts the
 * object.
 */
function keepAnswer({ answers, idsOfThisRun, execution }: Run, step: Step, answer: Json): void {
  answers.set(step.id, answer);
  for (const id of idsInAnswer(answer, execution.makes?.(step) === true)) idsOfThisRun.add(id);
}

/**
 * The id of an answer; for a create also the ids inside it, since a section comes with its first space. The
 * answer of another call may list objects of a step whose own answer was lost, so those ids are not taken.
 */
function idsInAnswer(answer: Json, isNew: boolean): readonly string[] {
  if (!isObject(answer)) return [];
  const lists = isNew ? Object.values(answer) : [];
  const items = lists.flatMap((value) => (Array.isArray(value) ? value : []));
  return [answer, ...items].flatMap((one: Json) =>
    isObject(one) && typeof one.id === "string" ? [one.id] : [],
  );
}

async function writeOutcome(
  run: Run,
  step: Step,
  outcome: Exclude<StepOutcome, "skipped">,
  details: StepDetails,
): Promise<void> {
  await written(run, () => run.execution.journal?.outcome(step, outcome, details));
}

/** Whether the journal has written it. After a failure no further step starts. */
async function written(run: Run, write: () => Promise<void> | undefined): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (problem) {
    const { hint: next = "see that .docform can be written, then run again" } = hintOf(problem);
    run.unwritable = { message: messageOf(problem), next };
    return false;
  }
}

async function intend(run: Run, step: Step): Promise<CallFailure | undefined> {
  if (await written(run, () => run.execution.journal?.intent(step, run.execution.isOnce?.(step) === true)))
    return undefined;
  const { message = "", next = "" } = run.unwritable ?? {};
  return { outcome: "failed", message: `not sent, as the journal cannot be written: ${message}`, next };
}

async function callStep(run: Run, step: Step): Promise<Sent> {
  const { secrets, readList } = run.execution;
  const resolved = await resolveOutputs(step, run.answers, secrets, readList);
  if ("message" in resolved) return { outcome: "failed", ...resolved };
  const complete = revealHidden(resolved, secrets);
  if ("message" in complete) return { outcome: "failed", ...complete };
  run.called.set(step.id, resolved);
  for (const id of Object.values(complete.params)) if (typeof id === "string") run.idsOfThisRun.add(id);
  return sendUntilResolved(run, complete, resolved);
}
