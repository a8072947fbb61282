import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Chooser, chooser, type Request } from "../../../test/support/platform/chooser.ts";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import {
  editDisagreements,
  editProblems,
  editRequests,
  lostEdits,
} from "../../../test/support/platform/random-edits.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import { snapshot } from "../store/state.ts";

const choices = fc.array(
  fc.record({ operation: fc.nat(1000), picks: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }) }),
  { minLength: 1, maxLength: 40, size: "max" },
);

test("whatever is edited, in any order: nothing is lost by a merge, and counts, numbers and outdated are true", () => {
  let merges = 0;
  const run = (sequence: readonly { readonly operation: number; readonly picks: readonly number[] }[]) => {
    const platform = testPlatform(contentSeed);
    const { state } = platform.platform;
    for (const { operation, picks } of sequence) {
      const request = editRequests[operation % editRequests.length] as (c: Chooser) => Request;
      const [method, path, body] = request(chooser(state, picks));
      const before = snapshot(state);
      const { status } = platform.call(method, path, body);
      if (status >= 400) deepEqual(state, before);
      deepEqual(editProblems(state), []);
      const [, space = "", number] = /^\/spaces\/(.*)\/change-requests\/(\d+)\/merge$/.exec(path) ?? [];
      if (status !== 200 || number === undefined) continue;
      merges += 1;
      expect(lostEdits(before, state, space, Number(number))).toEqual([]);
    }
    expect(editDisagreements(platform)).toEqual([]);
  };
  fc.assert(fc.property(choices, run), { numRuns: 60, seed: 20260105 });
  expect(merges).toBeGreaterThan(20);
});
