import { expect, test } from "vitest";
import { medianOf } from "./median.ts";

test.each([
  [[], 0],
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 2, 100], 3],
])("the middle of %j is %d", (numbers, middle) => {
  expect(medianOf(numbers)).toBe(middle);
});
