import {
  type ApplyEvent,
  hopelessness,
  interrupt,
  type StepOutcome,
  unwritable,
} from "../core/apply-event.ts";
import type { Json } from "../core/json.ts";
import type { Step } from "../core/plan-document.ts";
import { awaitProcessing, type Waiting } from "./await-processing.ts";
import { type ReadList, resolveOutputs, revealHidden } from "./resolve-outputs.ts";
import { queueSteps, type StepQueue } from "./step-queue.ts";

/** How one call ended that did not succeed. */
export type CallFailure =
  | { readonly outcome: "failed"; readonly status?: number; readonly message: string; readonly next: string }
  /** The answer was lost: the call may have been carried out. */
  | { readonly outcome: "unknown"; readonly message: string; readonly next: string };

/** What is known of how a step ended, for the journal. */
export interface StepDetails {
  /** The answer, also when it was found by reading back; left out when there was none. */
  readonly answer?: Json;
  readonly status?: number;
  readonly message?: string;
}

/** What is written down of a run while it goes on, so that nothing is forgotten when it ends before its time. */
export interface Journal {
  /**
   * Awaited before each call goes out, and again before it is repeated: when it throws, nothing is sent and the
   * run stops. The step has the ids of earlier steps in place; what is hidden (`$sensitive`) stays hidden.
   */
  readonly intent: (step: Step) => Promise<void>;
  /** Awaited before a step counts as ended for those after it: of each step with an intent. A throw stops the run. */
  readonly outcome: (
    step: Step,
    outcome: Exclude<StepOutcome, "skipped">,
    details: StepDetails,
  ) => Promise<void>;
}

/** What the executor needs from outside. */
export interface Execution extends Waiting {
  /** Sends the call of a step, whose params and body are complete. Never throws for a call that fails. */
  readonly send: (step: Step) => Promise<{ readonly answer: Json } | CallFailure>;
  /** Reads a list whole, for outputs that an answer does not hold. */
  readonly readList: ReadList;
  /** Values that the plan document hides. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** Steps that run at the same time, at most. */
  readonly concurrency: number;
  /** Milliseconds, from any fixed point. */
  readonly now: () => number;
  readonly emit: (event: ApplyEvent) => void;
  /** Asked before each step: once true, no further step starts. */
  readonly isStopping?: () => boolean;
  /** Asked before each step: once true, nothing works any more, and no further step starts. */
  readonly isHopeless?: () => boolean;
  readonly journal?: Journal;
}

/**
 * Runs steps: each as soon as those it comes after are done and a place is free. A step that fails skips
 * those that depend on it; the rest goes on. Generic: it knows steps, not teams or sites.
 */
export async function execute(
  steps: readonly Step[],
  execution: Execution,
): Promise<ReadonlyMap<string, StepOutcome>> {
  const queue = queueSteps(steps);
  const run: Run = { execution, queue, outcomes: new Map(), answers: new Map(), running: new Set() };
  while (!queue.isEmpty() || run.running.size > 0) {
    startReady(run);
    if (run.running.size > 0) await Promise.race(run.running);
  }
  return run.outcomes;
}

interface Run {
  readonly execution: Execution;
  readonly queue: StepQueue;
  readonly outcomes: Map<string, StepOutcome>;
  readonly answers: Map<string, Json>;
  readonly running: Set<Promise<void>>;
  /** Why the journal could not be written. */
  unwritable?: string;
}

/** Starts or skips what can be, in the order of the plan. */
function startReady(run: Run): void {
  const { queue, running, execution } = run;
  for (;;) {
    const stop = stopOf(run);
    if (stop !== undefined) skipRest(run, stop);
    const step = queue.take(running.size < execution.concurrency);
    if (step === undefined) return;
    const obstacle = obstacleOf(run, step);
    if (obstacle !== undefined) skip(run, step, { waitedFor: obstacle });
    else start(run, step);
  }
}

/** Why a step is skipped. */
interface Obstacle {
  readonly waitedFor: string;
  readonly message?: string;
}

/** Why no further step starts. */
function stopOf({ execution, unwritable: message }: Run): Obstacle | undefined {
  if (message !== undefined) return { waitedFor: unwritable, message };
  if (execution.isStopping?.() === true) return { waitedFor: interrupt };
  if (execution.isHopeless?.() === true) return { waitedFor: hopelessness };
  return undefined;
}

function skipRest(run: Run, stop: Obstacle): void {
  for (const step of run.queue.takeRest()) {
    const waitedFor = obstacleOf(run, step);
    skip(run, step, waitedFor === undefined ? stop : { waitedFor });
  }
}

function start(run: Run, step: Step): void {
  const running: Promise<void> = runStep(run, step).finally(() => run.running.delete(running));
  run.running.add(running);
}

/** A step that this one comes after, and that did not get done. */
function obstacleOf(run: Run, { after }: Step): string | undefined {
  return after.find((id) => {
    const outcome = run.outcomes.get(id);
    return outcome !== undefined && outcome !== "done";
  });
}

function skip(run: Run, step: Step, obstacle: Obstacle): void {
  end(run, step, "skipped");
  run.execution.emit({ type: "step_skipped", step, ...obstacle });
}

function end(run: Run, step: Step, outcome: StepOutcome): void {
  run.outcomes.set(step.id, outcome);
  run.queue.ended(step, outcome === "done");
}

/** Waits for what the platform does after the call, when the step says so. */
async function waitAfter(run: Run, step: Step, answer: Json): Promise<CallFailure | undefined> {
  if (step.wait === undefined) return undefined;
  const { secrets, readList } = run.execution;
  const answers = new Map([...run.answers, [step.id, answer]]);
  const asked = { ...step, params: step.wait.params, body: null };
  const resolved = await resolveOutputs(asked, answers, secrets, readList);
  const shown = "message" in resolved ? resolved : revealHidden(resolved, secrets);
  if ("message" in shown) return { outcome: "unknown", ...shown };
  return awaitProcessing(step.wait, shown.params, answer, run.execution);
}

async function runStep(run: Run, step: Step): Promise<void> {
  const { execution } = run;
  const started = execution.now();
  execution.emit({ type: "step_started", step });
  const sent = await callStep(run, step);
  const trouble = "answer" in sent ? await waitAfter(run, step, sent.answer) : undefined;
  const result = trouble ?? sent;
  if ("answer" in result) {
    run.answers.set(step.id, result.answer);
    await written(run, () => execution.journal?.outcome(step, "done", { answer: result.answer }));
    end(run, step, "done");
    execution.emit({ type: "step_done", step, milliseconds: execution.now() - started });
    return;
  }
  const { outcome, ...rest } = result;
  const failure = trouble === undefined ? rest : { ...rest, wasSent: true as const };
  await written(run, () => execution.journal?.outcome(step, outcome, { ...sent, ...failure }));
  end(run, step, outcome);
  execution.emit(
    outcome === "failed"
      ? { type: "step_failed", step, ...failure }
      : { type: "step_unknown", step, ...failure },
  );
}

/** Has the journal taken it? Once it cannot, nothing more is started. */
async function written(run: Run, write: () => Promise<void> | undefined): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (problem) {
    run.unwritable = problem instanceof Error ? problem.message : String(problem);
    return false;
  }
}

async function callStep(run: Run, step: Step): Promise<{ readonly answer: Json } | CallFailure> {
  const { secrets, readList, journal, send } = run.execution;
  const resolved = await resolveOutputs(step, run.answers, secrets, readList);
  const complete = "message" in resolved ? resolved : revealHidden(resolved, secrets);
  if ("message" in complete || "message" in resolved)
    return { outcome: "failed", ...complete } as CallFailure;
  if (!(await written(run, () => journal?.intent(resolved))))
    return {
      outcome: "failed",
      message: `not sent, as the journal cannot be written: ${run.unwritable}`,
      next: "see that .docform can be written, then apply again",
    };
  return send(complete);
}
