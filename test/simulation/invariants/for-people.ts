import type { Diagnostic } from "../../../src/core/diagnostic.ts";
import type { Act } from "../story.ts";

/** What a plan stops at and only people can settle: which of two is meant, and what else a pinned id that is gone. */
const codes: ReadonlySet<string> = new Set(["DF3001", "DF3002", "DF3003"] satisfies Diagnostic["code"][]);

/** Is there no plan for nothing else than what somebody may have made by hand: what no tool tells apart, or finds? */
export function isForPeople(problem: string, acts: readonly Act[]): boolean {
  const errors = errorsIn(problem).filter(({ severity }) => severity === "error");
  const wasEdited = acts.some(({ edits }) => edits.length > 0);
  return wasEdited && errors.length > 0 && errors.every(({ code }) => codes.has(code));
}

function errorsIn(problem: string): readonly Diagnostic[] {
  try {
    return (JSON.parse(problem) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
  } catch {
    return [];
  }
}
