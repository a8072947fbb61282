import { type ApplyEvent, interrupt, type StepOutcome } from "../core/apply-event.ts";
import type { Json } from "../core/json.ts";
import type { Step } from "../core/plan-document.ts";
import { awaitProcessing, type Waiting } from "./await-processing.ts";
import { type ReadList, resolveOutputs } from "./resolve-outputs.ts";
import { queueSteps, type StepQueue } from "./step-queue.ts";

/** How one call ended that did not succeed. */
export type CallFailure =
  | { readonly outcome: "failed"; readonly status?: number; readonly message: string; readonly next: string }
  /** The answer was lost: the call may have been carried out. */
  | { readonly outcome: "unknown"; readonly message: string; readonly next: string };

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
}

/** Starts or skips what can be, in the order of the plan. */
function startReady(run: Run): void {
  const { queue, running, execution } = run;
  if (execution.isStopping?.() === true) {
    for (const step of queue.takeRest()) skip(run, step, obstacleOf(run, step) ?? interrupt);
    return;
  }
  for (;;) {
    const step = queue.take(running.size < execution.concurrency);
    if (step === undefined) return;
    const obstacle = obstacleOf(run, step);
    if (obstacle !== undefined) skip(run, step, obstacle);
    else if (execution.isStopping?.() === true) skip(run, step, interrupt);
    else start(run, step);
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

function skip(run: Run, step: Step, waitedFor: string): void {
  end(run, step, "skipped");
  run.execution.emit({ type: "step_skipped", step, waitedFor });
}

function end(run: Run, step: Step, outcome: StepOutcome): void {
  run.outcomes.set(step.id, outcome);
  run.queue.ended(step, outcome === "done");
}

/** Waits for what the platform does after the call, when the step says so. */
async function waitAfter(run: Run, step: Step, answer: Json): Promise<CallFailure | undefined> {
  if (step.wait === undefined) return undefined;
  const answers = new Map([...run.answers, [step.id, answer]]);
  const asked = { ...step, params: step.wait.params, body: null };
  const resolved = await resolveOutputs(asked, answers, run.execution.secrets, run.execution.readList);
  if ("message" in resolved) return { outcome: "unknown", ...resolved };
  return awaitProcessing(step.wait, resolved.params, answer, run.execution);
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
    end(run, step, "done");
    execution.emit({ type: "step_done", step, milliseconds: execution.now() - started });
    return;
  }
  const { outcome, ...rest } = result;
  const failure = trouble === undefined ? rest : { ...rest, wasSent: true as const };
  end(run, step, outcome);
  execution.emit(
    outcome === "failed"
      ? { type: "step_failed", step, ...failure }
      : { type: "step_unknown", step, ...failure },
  );
}

async function callStep(run: Run, step: Step): Promise<{ readonly answer: Json } | CallFailure> {
  const resolved = await resolveOutputs(step, run.answers, run.execution.secrets, run.execution.readList);
  return "message" in resolved ? { outcome: "failed", ...resolved } : run.execution.send(resolved);
}
