import { kinds } from "../kinds/kinds.ts";
import type { ApplyEvent, StepOutcome } from "../model/apply-event.ts";
import type { Plan } from "../planner/plan.ts";
import type { RecentReads } from "../refresh/cached-reader.ts";
import { execute } from "./execute.ts";
import type { Journal } from "./execution.ts";
import { firstWrites } from "./first-writes.ts";
import { inDoubtCalls } from "./in-doubt/in-doubt-call.ts";
import { callsOf, type Platform } from "./send-step.ts";

/** The surroundings of a run of steps, on a platform or in a rehearsal. */
export interface Running {
  readonly concurrency: number;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly emit: (event: ApplyEvent) => void;
  readonly isStopping?: () => boolean;
  readonly isHopeless?: () => boolean;
  readonly journal?: Journal;
  /** Recent reads, for the check of preconditions and for lost answers. */
  readonly recent?: RecentReads;
}

/** Runs the steps of a plan over a connection: how each ended. */
export function runSteps(
  plan: Plan,
  { client, reader }: Platform,
  { recent, ...running }: Running,
): Promise<ReadonlyMap<string, StepOutcome>> {
  const { document, secrets } = plan;
  return execute(document.steps, {
    ...callsOf({ client, reader }, secrets),
    inDoubtCall: inDoubtCalls(kinds, document, { reader, ...(recent === undefined ? {} : { recent }) }),
    ...(recent === undefined ? {} : { check: firstWrites(plan, recent) }),
    ...running,
  });
}
