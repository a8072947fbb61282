import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeRulesField } from "./merge-rules.ts";

const people = fc.array(fc.constantFrom("ana", "li", "max", "noor"), { maxLength: 6 });

test("the order of people, and naming somebody twice, never makes merge rules differ", () => {
  fc.assert(
    fc.property(people, fc.array(fc.nat(5), { maxLength: 4 }), (users, again) => {
      const more = again.flatMap((at) => users[at] ?? []);
      expect(mergeRulesField.normalize(rules([...users, ...more].reverse()))).toEqual(
        mergeRulesField.normalize(rules(users)),
      );
    }),
  );
});

test("somebody more makes them differ", () => {
  expect(mergeRulesField.normalize(rules(["ana", "li"]))).not.toEqual(
    mergeRulesField.normalize(rules(["ana"])),
  );
});

function rules(users: readonly string[]) {
  return { type: "rules", rules: [{ rule: "require_specific_reviewers", users }] };
}
