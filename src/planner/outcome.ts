import type { Change } from "../model/documents/plan-document.ts";
import type { Draft } from "./draft.ts";

/** What planning one resource gives: what changes, and the calls for it. */
export interface Outcome {
  readonly changes: readonly Change[];
  readonly drafts: readonly Draft[];
}

/** Nothing to do. */
export const nothing: Outcome = { changes: [], drafts: [] };

/** Puts outcomes together; of most there is nothing. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const some = outcomes.filter((outcome) => outcome !== nothing);
  const [first = nothing, second] = some;
  if (second === undefined) return first;
  return {
    changes: some.flatMap(({ changes }) => changes),
    drafts: some.flatMap(({ drafts }) => drafts),
  };
}
