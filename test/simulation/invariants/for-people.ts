import type { Diagnostic } from "../../../src/core/diagnostic.ts";
import type { Act } from "../story.ts";
import type { Exchange } from "../trace.ts";
import { isDone } from "./invariant.ts";
import { renamesIn } from "./nobodys.ts";

const moveByHand = /^move by POST \/v1\/\w+\/([^/]+)\/move$/;

/** Is there no plan for nothing else than what somebody may have made by hand: what no tool tells apart, or finds? */
export function isForPeople(problem: string, acts: readonly Act[]): boolean {
  const errors = diagnosticsIn(problem).filter(({ severity }) => severity === "error");
  return errors.length > 0 && errors.every((one) => isByHand(one, acts));
}

function isByHand({ code, message }: Diagnostic, acts: readonly Act[]): boolean {
  const edits = acts.flatMap((act) => act.edits);
  switch (code) {
    // Which of two is meant.
    case "DF3001":
    case "DF3002":
      return edits.length > 0;
    // What else a pinned id is to be that is gone (of a collection, all that is in it goes along, A19), or that is
    // where nothing says any more that it comes from there: what was to be transferred has another name, or it was
    // moved into something that was transferred just then.
    case "DF3003": {
      const moved = edits.flatMap((edit) => moveByHand.exec(edit)?.[1] ?? []);
      const touched = [...renamesIn(acts).map(({ id }) => id), ...(hasTransferred(acts) ? moved : [])];
      return (
        edits.some((edit) => edit.startsWith("delete by ")) ||
        touched.some((id) => message.includes(`is pinned to id "${id}", which is in the organization`))
      );
    }
    default:
      return false;
  }
}

function hasTransferred(acts: readonly Act[]): boolean {
  const isTransfer = (one: Exchange): boolean =>
    one.operation?.startsWith("transfer") === true && isDone(one);
  return acts.some(({ exchanges }) => exchanges.some(isTransfer));
}

function diagnosticsIn(problem: string): readonly Diagnostic[] {
  try {
    return (JSON.parse(problem) as { readonly diagnostics: readonly Diagnostic[] }).diagnostics;
  } catch {
    return [];
  }
}
