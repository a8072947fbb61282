import type { Diagnostic } from "../../../src/core/diagnostic.ts";
import type { Act } from "../story.ts";

/** What a plan stops at and only people can settle, with the edits by hand that may have led to it. */
const settledByPeople: Readonly<Partial<Record<Diagnostic["code"], RegExp>>> = {
  // Which of two is meant.
  DF3001: /^/,
  DF3002: /^/,
  // What else a pinned id is to be, that is gone: of a collection, all that is in it goes along (A19).
  DF3003: /^delete by /,
};

/** Is there no plan for nothing else than what somebody may have made by hand: what no tool tells apart, or finds? */
export function isForPeople(problem: string, acts: readonly Act[]): boolean {
  const edits = acts.flatMap((act) => act.edits);
  const errors = diagnosticsIn(problem).filter(({ severity }) => severity === "error");
  const isByHand = ({ code }: Diagnostic): boolean =>
    edits.some((edit) => settledByPeople[code]?.test(edit) === true);
  return errors.length > 0 && errors.every(isByHand);
}

function diagnosticsIn(problem: string): readonly Diagnostic[] {
  try {
    return (JSON.parse(problem) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
  } catch {
    return [];
  }
}
