import { expect, test } from "vitest";
import {
  isSelected,
  type Labels,
  labelValues,
  readRequirement,
  selectorText,
  unknownInSelector,
} from "./labels.ts";

const source = { file: "docform.yaml", line: 1, column: 1 };
const labelsOf = (labels: Readonly<Record<string, string>>): Labels =>
  new Map(Object.entries(labels).map(([name, value]) => [name, { value, source }]));
const gold = labelsOf({ tier: "gold", region: "eu" });
const bare = labelsOf({});

test.each([
  ["tier=gold", "tier=gold", [true, false]],
  [" tier = gold , silver ", "tier=gold,silver", [true, false]],
  ["tier=silver", "tier=silver", [false, false]],
  // As in Kubernetes: without the label it has none of the values.
  ["tier!=gold", "tier!=gold", [false, true]],
  ["tier!=silver,gold", "tier!=silver,gold", [false, true]],
])("%j selects by its values", (text, shown, expected) => {
  const requirement = readRequirement(text);
  const selector = requirement === undefined ? [] : [requirement];
  expect(selectorText(selector)).toBe(shown);
  expect([gold, bare].map((labels) => isSelected(selector, labels))).toEqual(expected);
});

test.each(["", "tier", "=gold", "tier=", "tier=gold,", "!=x", "tier==gold=,"])(
  "%j is no selector",
  (text) => {
    expect(readRequirement(text)).toBeUndefined();
  },
);

test("all parts must hold, and none selects all", () => {
  const both = ["tier=gold", "region=us"].flatMap((text) => readRequirement(text) ?? []);
  expect(isSelected(both, gold)).toBe(false);
  expect(isSelected([], bare)).toBe(true);
});

test("a label or a value that nobody has is named, with what is near", () => {
  const unknown = (text: string) =>
    unknownInSelector(
      [readRequirement(text)].flatMap((one) => one ?? []),
      labelValues([gold, bare]),
    );
  expect(unknown("tier=gold")).toBeUndefined();
  expect(unknown("teir=gold")).toEqual({
    problem: 'no organization has a label "teir"',
    near: "tier",
    known: ["tier", "region"],
  });
  expect(unknown("tier!=gild")).toEqual({
    problem: 'no organization has the label tier "gild"',
    near: "gold",
    known: ["gold"],
  });
});
