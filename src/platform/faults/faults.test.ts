import { expect, test } from "vitest";
import { operations } from "../../contract/operations.ts";
import { createFaultChooser, type FaultRule, readFaults } from "./faults.ts";

/** What happens to calls of operations, one after the other. */
function story(
  faults: readonly FaultRule[],
  calls: readonly (keyof typeof operations)[],
): readonly (string | undefined)[] {
  const choose = createFaultChooser(faults);
  return calls.map((name) => choose(operations[name])?.fault);
}

const stories: readonly [string, readonly FaultRule[], string, readonly (string | undefined)[]][] = [
  [
    "every call of an operation",
    [{ operation: "listTeams", fault: "cut" }],
    "LGL",
    ["cut", undefined, "cut"],
  ],
  [
    "the n-th call",
    [{ operation: "listTeams", calls: 2, fault: "cut" }],
    "LGLL",
    [undefined, undefined, "cut", undefined],
  ],
  [
    "a run of calls",
    [{ operation: "listTeams", calls: { from: 2, to: 3 }, fault: "cut" }],
    "LLLL",
    [undefined, "cut", "cut", undefined],
  ],
  [
    "calls from the n-th on",
    [{ operation: "*", calls: { from: 2 }, fault: "cut" }],
    "LGL",
    [undefined, "cut", "cut"],
  ],
  [
    "calls up to the n-th",
    [{ operation: "*", calls: { to: 2 }, fault: "cut" }],
    "LGL",
    ["cut", "cut", undefined],
  ],
  [
    "the first rule that fits, and each rule counts for itself",
    [
      { operation: "getTeam", calls: 2, fault: "cut" },
      { operation: "*", calls: { to: 3 }, fault: "reset-before-commit" },
    ],
    "LGGG",
    ["reset-before-commit", "reset-before-commit", "cut", undefined],
  ],
  [
    "only what it can happen to",
    [
      { operation: "*", calls: 1, fault: "lost-cursor" },
      { operation: "*", calls: 1, fault: "stale-read" },
    ],
    "PGL",
    [undefined, "stale-read", "lost-cursor"],
  ],
];

const letters = { L: "listTeams", G: "getTeam", P: "updateTeam" } as const;

test.each(stories)("a rule is for %s", (_, faults, calls, expected) => {
  const names = [...calls].map((letter) => letters[letter as keyof typeof letters]);
  expect(story(faults, names)).toEqual(expected);
});

const mistakes: readonly [string, unknown, string][] = [
  ["no list", {}, "faults: "],
  [
    "an operation that is mistyped",
    { operation: "listTeam", fault: "cut" },
    'faults.0.operation: there is no operation "listTeam"; did you mean "listTeams"?',
  ],
  [
    "an unknown operation",
    { operation: "explode", fault: "cut" },
    'faults.0.operation: there is no operation "explode"; docform api --list names all',
  ],
  ["no operation", { fault: "cut" }, "faults.0.operation: it has to name an operation, or *"],
  ["an unknown fault", { operation: "*", fault: "explode" }, "faults.0.fault: "],
  ["a field of another fault", { operation: "*", fault: "cut", status: 500 }, "faults.0: "],
  ["a call 0", { operation: "*", calls: 0, fault: "cut" }, "faults.0.calls: "],
  ["a status that is none", { operation: "*", fault: "answer", status: 99 }, "faults.0.status: "],
  [
    "a line break in a header",
    { operation: "*", fault: "rate-limit", retryAfter: "1\r\nx: y" },
    "faults.0.retryAfter: ",
  ],
  [
    "a stale write",
    { operation: "createTeam", fault: "stale-read" },
    "faults.0.operation: createTeam is not",
  ],
  [
    "a cursor of no list",
    { operation: "getTeam", fault: "lost-cursor" },
    "faults.0.operation: getTeam is not",
  ],
];

test.each(mistakes)("a fault file with %s is told with its place", (_, rule, expected) => {
  const isRule = Object.keys(rule as object).length > 0;
  const result = readFaults(isRule ? { faults: [rule] } : rule);
  if (result.ok) throw new Error("it was taken");
  expect(result.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    expect.stringContaining(expected),
  ]);
});
