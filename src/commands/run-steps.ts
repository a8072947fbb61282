import { execute } from "../apply/execute.ts";
import type { ApplyEvent, StepOutcome } from "../core/apply-event.ts";
import type { Plan } from "../core/plan.ts";
import type { Connection } from "./connect.ts";
import { callsOf } from "./send-step.ts";

/** How the steps of a plan are run, on a platform or in a rehearsal. */
export interface Running {
  readonly concurrency: number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly emit: (event: ApplyEvent) => void;
  readonly isStopping?: () => boolean;
}

/** Runs the steps of a plan over a connection: how each ended. */
export function runSteps(
  { document, secrets }: Plan,
  { client, reader }: Connection,
  running: Running,
): Promise<ReadonlyMap<string, StepOutcome>> {
  return execute(document.steps, {
    ...callsOf({ client, reader }, secrets),
    ...running,
  });
}
