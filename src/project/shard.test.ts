import { expect, test } from "vitest";
import { isInShard, parseShard } from "./shard.ts";

const units = Array.from({ length: 400 }, (_, at) => `o${String(at).padStart(3, "0")}`);

test("each unit is in one shard, and no shard has much more than its part", () => {
  const shards = Array.from({ length: 16 }, (_, at) => ({ index: at + 1, count: 16 }));
  const sizes = shards.map((shard) => units.filter((unit) => isInShard(unit, shard)).length);
  expect(sizes.reduce((all, size) => all + size)).toBe(400);
  for (const size of sizes) expect(size).toBeLessThan(45);
  for (const unit of units) expect(shards.filter((shard) => isInShard(unit, shard))).toHaveLength(1);
});

test("the shard of a name is the same in every version of docform", () => {
  const of = (name: string) => [1, 2, 3, 4].filter((index) => isInShard(name, { index, count: 4 }));
  expect(["acme", "beta", "acme+beta"].map(of)).toEqual([[2], [2], [3]]);
});

test.each([
  ["3/16", { index: 3, count: 16 }],
  ["1/1", { index: 1, count: 1 }],
  ["17/16", "There is no shard 17 of 16."],
  ["0/16", "Shards count from 1: 1/16 is the first. JOB_COMPLETION_INDEX counts from 0, so add 1."],
  ["1/0", "It takes I/N, such as 3/16, with N up to 10000."],
  ["3", "It takes I/N, such as 3/16, with N up to 10000."],
  ["-1/4", "It takes I/N, such as 3/16, with N up to 10000."],
  ["1/20000", "It takes I/N, such as 3/16, with N up to 10000."],
  ["1.5/2", "It takes I/N, such as 3/16, with N up to 10000."],
])("--shard %s", (text, expected) => {
  expect(parseShard(text)).toEqual(expected);
});
