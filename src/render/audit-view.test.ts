import { expect, test } from "vitest";
import { inStep } from "../../test/support/plans/drift-fixture.ts";
import { auditText, byText } from "./audit-view.ts";

const by = {
  name: "Ana",
  type: "user",
  source: "ui",
  action: "update",
  at: "2026-11-24T10:02:03.000Z",
  others: 0,
};

test.each([
  ["ui", "in the app"],
  ["api", "through the API"],
  ["integration", "through an integration"],
  ["webhook", "through a webhook"],
  ["workflow", "by a workflow"],
  ["script", "by a script"],
  ["support", "by the support of the platform"],
  ["constructor", "by constructor"],
  ["new\u001b[1m", "by new\\x1b[1m"],
])("a change by %s was made %s", (source, place) => {
  expect(byText({ ...by, source })).toBe(`last changed by Ana, ${place}, 2026-11-24 10:02 UTC`);
});

test.each([
  [-5, "just now"],
  [59, "just now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [47 * 3600, "47 hours ago"],
  [48 * 3600, "2 days ago"],
])("%i seconds are %s", (seconds, words) => {
  expect(byText(by, () => seconds)).toBe(`last changed by Ana, in the app, ${words}`);
});

test("others are counted", () => {
  expect(byText({ ...by, others: 1 })).toMatch(/; 1 other before$/);
  expect(byText({ ...by, others: 2 })).toMatch(/; 2 others before$/);
});

test("a line says what the audit events do not; none where all were asked for", () => {
  const lineOf = (audit: object) => auditText({ ...inStep, audit: { asked: 2, notAsked: 0, ...audit } });
  expect(lineOf({})).toEqual([]);
  expect(lineOf({ notAsked: 1 })).toEqual(["Audit events were asked for: 2 of 3 objects, the first ones."]);
  expect(lineOf({ notAsked: 1, problem: "no\n" })).toEqual([
    "The people behind these changes are not known: no\\n.",
  ]);
});
