import type { Act } from "../story.ts";
import { isForPeople } from "./converge.ts";
import { inFlight } from "./in-flight.ts";
import { type Invariant, outcomesIn } from "./invariant.ts";
import { journalProblems } from "./journal-valid.ts";
import { locked } from "./locked.ts";
import { noSecret } from "./no-secret.ts";

/** An undo without faults does what it can, says what it cannot, and ends where docform knows its way. */
export const undone: Invariant = {
  name: "undo: it applies, or says what it cannot, and ends in a known state",
  ofStory: (story) => {
    const { undo, acts } = story;
    if (undo === undefined) return [];
    const shared = [inFlight, noSecret, locked].flatMap(({ ofAct }) => ofAct?.(undo, story) ?? []);
    return [...shared, ...journalProblems(undo, story), ...badEnd(undo), ...unknownState(undo, acts)];
  },
};

function badEnd(undo: Act): readonly string[] {
  const { run, lines } = undo;
  const bad = [...outcomesIn(undo)].filter(([, outcome]) => outcome !== "done");
  const isError = lines.some((line) => line.type === "diagnostic" && line.diagnostic.severity === "error");
  const isRefused = isError || run.stderr.includes("error[");
  return [
    ...bad.map(([step, outcome]) => `step ${step} of the undo is ${outcome}`),
    ...(run.code === 0 || run.code === 3 || isRefused ? [] : [`the undo ended with ${run.code}`]),
  ];
}

function unknownState({ after }: Act, acts: readonly Act[]): readonly string[] {
  return "problem" in after && !isForPeople(after.problem, acts)
    ? [`after the undo there is no plan: ${after.problem}`]
    : [];
}
