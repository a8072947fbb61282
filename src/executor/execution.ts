import type { ApplyEvent, StepOutcome } from "../model/apply-event.ts";
import type { Step } from "../model/documents/plan-document.ts";
import type { Json, JsonObject } from "../text/json.ts";
import type { InDoubtCall } from "./in-doubt/in-doubt-call.ts";
import type { ReadList } from "./resolve-outputs.ts";

/** How one call ended that did not succeed. */
export type CallFailure =
  | {
      readonly outcome: "failed";
      readonly status?: number;
      readonly message: string;
      readonly next: string;
      /** The platform says that what is asked for is so already (A2). */
      readonly isUnchanged?: true;
    }
  /** The answer was lost: the call may have been carried out. */
  | {
      readonly outcome: "unknown";
      readonly message: string;
      readonly next: string;
      /** It was answered with the status of a success, and nobody can read what else was answered. */
      readonly isCalledDone?: true;
    }
  /** It was not sent: somebody else changed what it rests on. */
  | { readonly outcome: "stale"; readonly message: string; readonly next: string };

/** How one call ended. */
export type Sent = { readonly answer: Json } | CallFailure;

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
  /**
   * Awaited before a step counts as ended for those after it: of each step that was begun, also of one that ended
   * before its call. A throw stops the run.
   */
  readonly outcome: (
    step: Step,
    outcome: Exclude<StepOutcome, "skipped">,
    details: StepDetails,
  ) => Promise<void>;
}

/** What waiting needs from outside. */
export interface Waiting {
  /** Reads one object by the name of its operation. Never throws for a call that fails. */
  readonly readOne: (
    operation: string,
    params: JsonObject,
  ) => Promise<{ readonly answer: Json } | CallFailure>;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What the executor needs from outside. */
export interface Execution extends Waiting {
  /** Sends the call of a step, whose params and body are complete. Never throws for a call that fails. */
  readonly send: (step: Step) => Promise<Sent>;
  /** Does the call of a step make something? What its answer lists was made with it. */
  readonly makes?: (step: Step) => boolean;
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
  /**
   * Looks, before a step is sent, whether what it rests on is still so; `own` are ids that other steps of the run
   * made or used. Never throws.
   */
  readonly check?: (step: Step, own: ReadonlySet<string>) => Promise<CallFailure | undefined>;
  /** What to read of a call that must not be carried out twice, when its answer is lost. */
  readonly inDoubtCall?: (step: Step) => InDoubtCall | undefined;
}
