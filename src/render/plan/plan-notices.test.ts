import { expect, test } from "vitest";
import { planWith } from "../../../test/support/plans/plan-fixture.ts";
import type { Rehearsal } from "../../model/documents/document-parts.ts";
import { rehearsalLines } from "./plan-notices.ts";

const converged: Rehearsal = {
  converged: true,
  calls: 23,
  longestChain: 5,
  concurrency: 8,
  roundTripMilliseconds: 48.5,
  expectedMilliseconds: 1234,
  failed: [],
  left: [],
};

const cases: readonly (readonly [string, Partial<Rehearsal>, readonly string[]])[] = [
  [
    "one line when it converged",
    {},
    ["Rehearsed: converged. 23 calls, the longest chain has 5, about 1.2 s at 49 ms a round trip."],
  ],
  [
    "minutes when it takes minutes",
    { expectedMilliseconds: 200_000 },
    ["Rehearsed: converged. 23 calls, the longest chain has 5, about 3 min 20 s at 49 ms a round trip."],
  ],
  [
    "what was refused, and what is left",
    {
      converged: false,
      failed: [
        { step: "s1", address: "acme/sites.a", operation: "updateSite", status: 409, message: "taken" },
        { step: "s2", address: "acme/teams.docs", operation: "updateTeam", message: "no output" },
      ],
      left: [{ address: "acme/sites.a", action: "update", fields: ["basename", "title"] }],
    },
    [
      "Rehearsed: did not converge. 23 calls, the longest chain has 5, about 1.2 s at 49 ms a round trip.",
      "  failed  sites.a     updateSite  409 taken",
      "  failed  teams.docs  updateTeam  no output",
      "  left    sites.a     update      basename, title",
    ],
  ],
  [
    "why it stopped",
    { converged: false, calls: 0, longestChain: 0, expectedMilliseconds: 0, problem: "seed: no space sp" },
    [
      "Rehearsed: did not converge. No call, about 0 ms at 49 ms a round trip.",
      "  stopped  seed: no space sp",
    ],
  ],
];

test.each(cases)("a rehearsal is shown as %s", (_, more, lines) => {
  const document = { ...planWith({}), rehearsal: { ...converged, ...more } };
  expect(rehearsalLines(document, (address) => address.replace("acme/", ""))).toEqual(lines);
});

test("of many failures the first ten are listed, and the rest is counted", () => {
  const left = Array.from({ length: 25 }, (_, index) => ({
    address: `t${index}`,
    action: "update" as const,
  }));
  const document = { ...planWith({}), rehearsal: { ...converged, converged: false, left } };
  const lines = rehearsalLines(document, (address) => address);
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe("  and 15 more");
});

test("a plan that was not rehearsed says nothing of it", () => {
  expect(rehearsalLines(planWith({}), (address) => address)).toEqual([]);
});
