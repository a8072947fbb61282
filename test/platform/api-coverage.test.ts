import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { notDocumented, notSeen, type SeenStatuses, seenFile } from "../../scripts/api-coverage.ts";
import { operations } from "../../src/contract/operations.ts";

const seen = JSON.parse(readFileSync(seenFile, "utf8")) as SeenStatuses;

test("the log of the tests is of this contract: npm run coverage:api writes it", () => {
  expect(Object.keys(seen).sort()).toEqual(Object.keys(operations).sort());
});

test("every documented answer and failure of every operation was seen in a test", () => {
  expect(notSeen(seen)).toEqual({});
});

test("every failure that was seen is documented", () => {
  expect(notDocumented(seen)).toEqual({});
});
