import { type ApplyEvent, interrupt, type StepOutcome } from "../core/apply-event.ts";
import type { Json } from "../core/json.ts";
import type { Step } from "../core/plan-document.ts";
import { type ReadList, resolveOutputs } from "./resolve-outputs.ts";

/** How one call ended that did not succeed. */
export type CallFailure =
  | { readonly outcome: "failed"; readonly status?: number; readonly message: string; readonly next: string }
  /** The answer was lost: the call may have been carried out. */
  | { readonly outcome: "unknown"; readonly message: string; readonly next: string };

/** What the executor needs from outside. */
export interface Execution {
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
  const run: Run = { execution, outcomes: new Map(), answers: new Map(), running: new Set() };
  let waiting = [...steps];
  while (waiting.length > 0 || run.running.size > 0) {
    waiting = startReady(run, waiting);
    if (run.running.size > 0) await Promise.race(run.running);
  }
  return run.outcomes;
}

interface Run {
  readonly execution: Execution;
  readonly outcomes: Map<string, StepOutcome>;
  readonly answers: Map<string, Json>;
  readonly running: Set<Promise<void>>;
}

/** Starts or skips what can be, in the order of the plan, and returns what still has to wait. */
function startReady(run: Run, waiting: readonly Step[]): Step[] {
  return waiting.filter((step) => {
    const obstacle = step.after.find((id) => isObstacle(run.outcomes.get(id)));
    if (obstacle !== undefined) return skip(run, step, obstacle);
    if (run.execution.isStopping?.() === true) return skip(run, step, interrupt);
    const isReady = step.after.every((id) => run.outcomes.get(id) === "done");
    if (!isReady || run.running.size >= run.execution.concurrency) return true;
    const running: Promise<void> = runStep(run, step).finally(() => run.running.delete(running));
    run.running.add(running);
    return false;
  });
}

function isObstacle(outcome: StepOutcome | undefined): boolean {
  return outcome !== undefined && outcome !== "done";
}

function skip(run: Run, step: Step, waitedFor: string): false {
  run.outcomes.set(step.id, "skipped");
  run.execution.emit({ type: "step_skipped", step, waitedFor });
  return false;
}

async function runStep(run: Run, step: Step): Promise<void> {
  const { execution } = run;
  const started = execution.now();
  execution.emit({ type: "step_started", step });
  const result = await callStep(run, step);
  if ("answer" in result) {
    run.answers.set(step.id, result.answer);
    run.outcomes.set(step.id, "done");
    execution.emit({ type: "step_done", step, milliseconds: execution.now() - started });
    return;
  }
  const { outcome, ...failure } = result;
  run.outcomes.set(step.id, outcome);
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
