import type { Shortfall } from "../contract/shortfall.ts";
import type { ApplyEvent, StepOutcome } from "../model/apply-event.ts";
import type { Step } from "../model/documents/plan-document.ts";
import type { Json, JsonObject } from "../text/json.ts";
import type { InDoubtCall } from "./in-doubt/in-doubt-call.ts";
import type { ReadList } from "./resolve-outputs.ts";

/** The end of a call without success. */
export type CallFailure =
  | {
      readonly outcome: "failed";
      readonly status?: number;
      readonly message: string;
      readonly next: string;
      /** The platform refused because the requested state already holds (A2). */
      readonly isUnchanged?: true;
    }
  /** The answer was lost: the call may have been carried out. */
  | {
      readonly outcome: "unknown";
      readonly message: string;
      readonly next: string;
      /** The status was a success, but the body could not be read, or has no object. */
      readonly isCalledDone?: true;
    }
  /** The call was not sent, because somebody else changed an object that it depends on. */
  | { readonly outcome: "stale"; readonly message: string; readonly next: string }
  /** People are asked to do it: nothing is done yet. */
  | { readonly outcome: "requested"; readonly message: string; readonly next: string };

/** A call that was carried out. */
export interface Done {
  readonly answer: Json;
  /** The answer was lost, and this is what reading found: a guess. */
  readonly found?: true;
}

/** The end of one call. */
export type Sent = Done | CallFailure;

/** The facts about the end of a step, for the journal. */
export interface StepDetails {
  /** The answer, also one found by reading back; undefined when there was none. */
  readonly answer?: Json;
  /** Was the answer found by reading? */
  readonly found?: true;
  readonly status?: number;
  readonly message?: string;
}

/** The log of a run, written while it goes on, so that a crash loses nothing. */
export interface Journal {
  /**
   * Awaited before each call and each repetition. When it throws, nothing is sent and the run stops. The step
   * contains the ids of earlier steps; sensitive values (`$sensitive`) stay masked. `isOnce`: it is where other machines
   * see it when the promise resolves.
   */
  readonly intent: (step: Step, isOnce: boolean) => Promise<void>;
  /**
   * Awaited before dependents may start, for each step that began, even when it ended before its call. A
   * throw stops the run.
   */
  readonly outcome: (
    step: Step,
    outcome: Exclude<StepOutcome, "skipped">,
    details: StepDetails,
  ) => Promise<void>;
}

/** The clock functions for waiting. */
export interface Waiting {
  /** Reads one object by the name of its operation. Never throws for a call that fails. */
  readonly readOne: (
    operation: string,
    params: JsonObject,
  ) => Promise<{ readonly answer: Json } | CallFailure>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The surroundings of the executor. */
export interface Execution extends Waiting {
  /** Sends the call of a step, whose params and body are complete. Never throws for a call that fails. */
  readonly send: (step: Step) => Promise<Sent>;
  /** Is told of each step that has ended, also of one that was not sent. */
  readonly ended?: (step: Step) => void;
  /** Whether the call of a step creates an object. Objects inside its answer were then created with it. */
  readonly makes?: (step: Step) => boolean;
  /** Why the answer of a call says that it did not do all that it was to do. */
  readonly shortfall?: (step: Step, answer: Json) => Shortfall | undefined;
  /** Is this a call that must never be sent twice? Others have to know of it before it is sent. */
  readonly isOnce?: (step: Step) => boolean;
  /** Reads a list whole, for outputs that an answer does not hold. */
  readonly readList: ReadList;
  /** Values that the plan document hides. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** Steps that run at the same time, at most. As many others may wait for processing of the platform. */
  readonly concurrency: number;
  /** Milliseconds from any fixed point, by a clock that nobody sets. */
  readonly monotonic: () => number;
  readonly emit: (event: ApplyEvent) => void;
  /** Asked before each step: once true, no further step starts. */
  readonly isStopping?: () => boolean;
  /** Asked before each step: once true, nothing works any more, and no further step starts. */
  readonly isHopeless?: () => boolean;
  readonly journal?: Journal;
  /**
   * Checks the preconditions of a step before it is sent. `idsOfThisRun` holds the ids that other steps of the run
   * created or used. Never throws.
   */
  readonly check?: (step: Step, idsOfThisRun: ReadonlySet<string>) => Promise<CallFailure | undefined>;
  /** Is told of steps that may start soon: reads what `check` will compare, so that no step waits for it. */
  readonly readAhead?: (step: Step) => void;
  /** The reads that resolve a call when its answer is lost; undefined for a call that may be repeated. */
  readonly inDoubtCall?: (step: Step) => InDoubtCall | undefined;
}
