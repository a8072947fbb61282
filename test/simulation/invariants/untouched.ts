import type { Invariant } from "./invariant.ts";

/** What no manifest speaks of is as it was, once everything is as declared. */
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

/** What is moved for the sake of others has another time of change. */
function withoutTimes(text = ""): string {
  return text.replaceAll(/"updatedAt":"[^"]*"/g, "");
}
