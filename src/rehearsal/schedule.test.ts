import { describe, expect, test } from "vitest";
import type { Step } from "../model/documents/plan-document.ts";
import { scheduleOf } from "./schedule.ts";

function step(id: string, after: string[] = []): Step {
  const call = { operation: "updateTeam", method: "PATCH", path: "/teams/{teamId}", params: {} };
  return { id, address: `acme/${id}`, ...call, after };
}

const free = (count: number): Step[] => Array.from({ length: count }, (_, index) => step(`s${index}`));
const chain = (count: number): Step[] =>
  Array.from({ length: count }, (_, index) => step(`s${index}`, index === 0 ? [] : [`s${index - 1}`]));
const diamond = [step("a"), step("b", ["a"]), step("c", ["a"]), step("d", ["b", "c"])];

describe("how long steps take:", () => {
  const cases: readonly (readonly [string, Step[], number, { longestChain: number; roundTrips: number }])[] =
    [
      ["no step, no time", [], 8, { longestChain: 0, roundTrips: 0 }],
      ["steps that wait for nobody, all at once", free(8), 8, { longestChain: 1, roundTrips: 1 }],
      ["one more than there are places", free(9), 8, { longestChain: 1, roundTrips: 2 }],
      ["one at a time", free(5), 1, { longestChain: 1, roundTrips: 5 }],
      ["a chain, whatever the places", chain(4), 64, { longestChain: 4, roundTrips: 4 }],
      ["two ways from one to another", diamond, 8, { longestChain: 3, roundTrips: 3 }],
      ["the same with one place", diamond, 1, { longestChain: 3, roundTrips: 4 }],
      [
        "a chain beside steps that wait for nobody",
        [...chain(3), step("x"), step("y")],
        2,
        { longestChain: 3, roundTrips: 3 },
      ],
      [
        "a step that waits for one that is not there",
        [step("a", ["gone"])],
        8,
        { longestChain: 1, roundTrips: 1 },
      ],
    ];

  test.each(cases)("%s", (_, steps, concurrency, expected) => {
    expect(scheduleOf(steps, concurrency)).toEqual(expected);
  });

  test("every call counts, however many there are", () => {
    expect(scheduleOf(chain(20_000), 8)).toEqual({ longestChain: 20_000, roundTrips: 20_000 });
    expect(scheduleOf(free(20_000), 8)).toEqual({ longestChain: 1, roundTrips: 2500 });
  });
});
