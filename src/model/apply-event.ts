import type { ApplyLine } from "./documents/apply-document.ts";
import type { Rehearsal } from "./documents/document-parts.ts";
import type { Step, Summary } from "./documents/plan-document.ts";

/**
 * How a step ended. `unknown`: the answer was lost or cannot be used, and reading could not tell whether it was done. `stale`: not
 * sent, as somebody else changed what it rests on. `requested`: administrators are asked to do it.
 */
export type StepOutcome = "done" | "failed" | "unknown" | "stale" | "skipped" | "requested";

/** How an apply ended: the schema of its document says what each part is. */
export type ApplySummary = Extract<ApplyLine, { type: "summary" }>["summary"];

/** A field that a second plan still changes. */
export type LeftField = NonNullable<ApplySummary["leftFields"]>[number];

/** The cause of a step that did not start because the apply was interrupted. */
export const interrupt = "the interrupt";

/** The cause of a step that did not start because the platform answers nothing any more. */
export const hopelessness = "the platform";
/** The cause of a step that did not start because the journal of the run cannot be written. */
export const unwritable = "the journal";

/** Why no further step was started, by what a skipped one is said to have waited for. */
export const stopWords: ReadonlyMap<string, string> = new Map([
  [interrupt, "not begun, as the run was interrupted"],
  [hopelessness, "not started, as nothing is sent any more"],
  [unwritable, "not started, as the journal cannot be written"],
]);

interface Told {
  readonly step: Step;
  readonly message: string;
  readonly next: string;
  /** The call itself was done; what went wrong is the work of the platform after it. */
  readonly wasSent?: true;
}

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
  | (Told & { readonly type: "step_failed"; readonly status?: number })
  | (Told & { readonly type: "step_unknown" })
  | (Omit<Told, "wasSent"> & { readonly type: "step_stale" | "step_requested" })
  | {
      readonly type: "step_skipped";
      readonly step: Step;
      readonly waitedFor: string;
      /** Why nothing more was started. */
      readonly message?: string;
    }
  | { readonly type: "summary"; readonly summary: ApplySummary };
