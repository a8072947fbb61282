import type { Draft } from "./draft.ts";
import type { Change } from "./plan-document.ts";

/** What planning one resource gives: what changes, and the calls for it. */
export interface Outcome {
  readonly changes: readonly Change[];
  readonly drafts: readonly Draft[];
}

/** Nothing to do. */
export const nothing: Outcome = { changes: [], drafts: [] };

/** Puts outcomes together. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return {
    changes: outcomes.flatMap(({ changes }) => changes),
    drafts: outcomes.flatMap(({ drafts }) => drafts),
  };
}
