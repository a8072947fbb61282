import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";

/** Lines of part, method and path, one for each row of the tables in chapter 4 of the reference. */
const fixture = `${import.meta.dirname}/../../test/fixtures/reference-operations.txt`;
const reference = readFileSync(fixture, "utf8").trim().split("\n");

const described: readonly Operation[] = Object.values(operations);

function partCounts(parts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const part of parts) counts[part] = (counts[part] ?? 0) + 1;
  return counts;
}

describe("the contract describes the reference", () => {
  test("the reference has 136 operations in 19 parts, each once", () => {
    expect(new Set(reference.map((line) => line.replace(/^\S+ /, ""))).size).toBe(136);
    expect(reference.length).toBe(136);
    expect(Object.keys(partCounts(reference.map((line) => line.split(" ")[0] ?? ""))).length).toBe(19);
  });

  test("every operation is described once, under its own part, and no other is", () => {
    const lines = described.map(({ part, method, path }) => `${part} ${method} ${path}`);
    expect(lines.sort()).toEqual([...reference].sort());
  });
});
