import type { Json } from "../text/json.ts";
import type { Address } from "./address.ts";
import type { Rehearsal } from "./documents/document-parts.ts";
import type { Step, Summary } from "./documents/plan-document.ts";

/**
 * How a step ended. `unknown`: the answer was lost or cannot be used, and reading could not tell whether it was done. `stale`: not
 * sent, as somebody else changed what it rests on.
 */
export type StepOutcome = "done" | "failed" | "unknown" | "stale" | "skipped";

/** A field that a second plan still changes. */
export interface LeftField {
  readonly address: Address;
  readonly field: string;
  /** Left out when there is to be none, or it is not shown. */
  readonly wanted?: Json;
  /** Left out when there is none, or it is not shown. */
  readonly live?: Json;
  /** Why it is left. */
  readonly why: string;
}

/** The number of a plan's steps by outcome. */
export interface ApplySummary {
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly stale: number;
  readonly skipped: number;
  /** Is a second plan empty? undefined when it was not or could not be made. */
  readonly converged?: boolean;
  /** Changes that a second plan still has, by address. */
  readonly left: readonly string[];
  /** Fields of those, where they are there and differ: what is wanted, what is live, and why. */
  readonly leftFields?: readonly LeftField[];
  /** Addresses that are wanted and impossible. */
  readonly blocked: readonly string[];
  /**
   * Of a saved plan: addresses that a second plan changes besides what was reviewed, left alone on purpose.
   * `converged` and `left` then speak of the addresses of the plan only.
   */
  readonly others?: readonly string[];
  /** Of an apply of some addresses: those. `converged` and `left` then speak of these, and what they depend on. */
  readonly targets?: readonly string[];
  /** Of a plan that held transfers alone, once they are done: API calls of the next plan, which holds the rest. */
  readonly rest?: number;
  /** Id of the run, when there was something to run. */
  readonly run?: string;
  /** Of an undo: the run that it takes back. */
  readonly undoes?: string;
  /** Of an undo: what it could not bring back, in words. */
  readonly notUndone?: readonly string[];
}

/** What a step waited for that did not start because the apply was interrupted. */
export const interrupt = "the interrupt";

/** What a step waited for that did not start because nothing works any more. */
export const hopelessness = "the platform";
/** What a step waited for that did not start because the journal of the run cannot be written. */
export const unwritable = "the journal";

/** Why no further step was started, by what a skipped one is said to have waited for. */
export const stopWords: ReadonlyMap<string, string> = new Map([
  [interrupt, "not begun, as the run was interrupted"],
  [hopelessness, "not started, as nothing is sent any more"],
  [unwritable, "not started, as the journal cannot be written"],
]);

/** The events of the executor; `apply --format json` prints them with a time and a message. */
export type ApplyEvent =
  | {
      readonly type: "planned";
      readonly digest: string;
      readonly summary: Summary;
      readonly rehearsal?: Rehearsal;
    }
  | { readonly type: "step_started"; readonly step: Step }
  | { readonly type: "step_done"; readonly step: Step; readonly milliseconds: number }
  | {
      readonly type: "step_failed";
      readonly step: Step;
      readonly status?: number;
      readonly message: string;
      readonly next: string;
      /** The call itself was done; what went wrong is the work of the platform after it. */
      readonly wasSent?: true;
    }
  | {
      readonly type: "step_unknown";
      readonly step: Step;
      readonly message: string;
      readonly next: string;
      readonly wasSent?: true;
    }
  | { readonly type: "step_stale"; readonly step: Step; readonly message: string; readonly next: string }
  | {
      readonly type: "step_skipped";
      readonly step: Step;
      readonly waitedFor: string;
      /** Why nothing more was started. */
      readonly message?: string;
    }
  | { readonly type: "summary"; readonly summary: ApplySummary };
