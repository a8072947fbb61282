import { isForPeople } from "./for-people.ts";
import type { Invariant } from "./invariant.ts";

/** The last run of a story is without faults: after it, nothing is left to do. */
export const converge: Invariant = {
  name: "converge: when faults stop, one more apply reaches an empty plan",
  ofStory: ({ acts }) => {
    const last = acts.at(-1);
    if (last === undefined) return ["there was no run"];
    const { after, run } = last;
    // Somebody may make two that nothing tells apart, and then only people can say which is meant.
    if ("problem" in after)
      return isForPeople(after.problem, acts) ? [] : [`there is no plan: ${after.problem}`];
    const { steps } = after.plan;
    if (steps.length === 0) return [];
    const left = steps.map(({ id, operation, address }) => `${id} ${operation} ${address}`);
    return [`the last run ended with ${run.code}, and this is left: ${left.join(", ")}`];
  },
};
