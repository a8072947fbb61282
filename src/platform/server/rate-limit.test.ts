import { expect, test } from "vitest";
import { createRateLimit } from "./respond.ts";

const start = 1_767_225_600_000;

test("a bucket of N requests empties, and fills at N a second (A9)", () => {
  const limit = createRateLimit(2);
  const at = (ms: number) => {
    const { isAllowed, headers } = limit(start + ms);
    const { "x-ratelimit-remaining": remaining, "retry-after": wait } = headers;
    return [isAllowed, remaining, wait];
  };
  expect(at(0)).toEqual([true, "1", undefined]);
  expect(at(0)).toEqual([true, "0", undefined]);
  expect(at(100)).toEqual([false, "0", "1"]);
  expect(at(500)).toEqual([true, "0", undefined]);
  expect(at(60_000)).toEqual([true, "1", undefined]);
});

test("the published API does not say after how many seconds a refused call may come again (G5)", () => {
  const limit = createRateLimit(1, false);
  limit(start);
  const { isAllowed, headers } = limit(start);
  expect([isAllowed, "retry-after" in headers]).toEqual([false, false]);
});

test("the headers tell the limit, and the second in which the bucket is full again", () => {
  const limit = createRateLimit(10);
  expect(limit(start).headers).toEqual({
    date: new Date(start).toUTCString(),
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "9",
    "x-ratelimit-reset": String(start / 1000 + 1),
  });
});

test("a clock that goes back gives nothing away", () => {
  const limit = createRateLimit(1);
  expect(limit(start).isAllowed).toBe(true);
  expect(limit(start - 5000).isAllowed).toBe(false);
  expect(limit(start - 4500).isAllowed).toBe(false);
});
