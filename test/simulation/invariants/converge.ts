import type { Diagnostic } from "../../../src/model/diagnostic.ts";
import type { Act, Story } from "../story.ts";
import { callsIn, type Invariant } from "./invariant.ts";
import { copies } from "./no-duplicates.ts";

/** The last runs of a story are without faults: after them, nothing is left to do. */
export const converge: Invariant = {
  name: "converge: when faults stop, apply reaches an empty plan, or says which line a person has to write",
  ofStory: ({ acts }) => {
    const last = acts.at(-1);
    if (last === undefined) return ["there was no run"];
    const { after, run } = last;
    if ("problem" in after)
      return isForPeople(after.problem, acts) ? [] : [`there is no plan: ${after.problem}`];
    const { steps } = after.plan;
    if (steps.length === 0) return [];
    const left = steps.map(({ id, operation, address }) => `${id} ${operation} ${address}`);
    return [`the last run ended with ${run.code}, and this is left: ${left.join(", ")}`];
  },
};

/** Undeclared objects are as they were, once everything is as declared. */
export const untouched: Invariant = {
  name: "undeclared state untouched",
  ofStory: ({ acts, leftAlone }) =>
    acts.some(({ edits }) => edits.length > 0)
      ? []
      : [...leftAlone.before].flatMap(([name, text]) => {
          const now = leftAlone.after.get(name);
          return withoutTimes(now) === withoutTimes(text) ? [] : [`${name} was ${text} and is ${now}`];
        }),
};

/** An object that is moved for the sake of others has another time of change. */
function withoutTimes(text = ""): string {
  return text.replaceAll(/"updatedAt":"[^"]*"/g, "");
}

/** Errors of identity: several are meant, none is there, or the record and a name contradict each other. */
const identity = /^DF30\d\d$/;

/** After an edit by somebody else, or a copy whose journal is lost, a person may have to say which object is meant. */
export function isForPeople(problem: string, acts: Story["acts"]): boolean {
  const errors = errorsIn(problem);
  return (
    errors.length > 0 &&
    (isEdited(acts) || hasLostCopy(acts)) &&
    errors.every(({ code }) => identity.test(code))
  );
}

/** The errors that a look ended with. */
export function errorsIn(problem: string): readonly Diagnostic[] {
  try {
    const { diagnostics } = JSON.parse(problem) as { readonly diagnostics: readonly Diagnostic[] };
    return diagnostics.filter(({ severity }) => severity === "error");
  } catch {
    return [];
  }
}

function isEdited(acts: readonly Act[]): boolean {
  return acts.some(({ edits }) => edits.length > 0);
}

/** Was a copy made by a run whose clone is lost, and with it the end of its journal? */
function hasLostCopy(acts: readonly Act[]): boolean {
  return acts.some(
    (act) =>
      act.plan.losesClone === true &&
      callsIn(act).some(({ steps }) => steps.some(({ operation }) => copies.has(operation))),
  );
}
