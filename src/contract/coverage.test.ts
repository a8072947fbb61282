import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { partTitles } from "./parts.ts";

/** Lines of part, method and path, one for each row of the tables in chapter 4 of the reference. */
const fixture = `${import.meta.dirname}/../../test/fixtures/reference-operations.txt`;
const reference = readFileSync(fixture, "utf8").trim().split("\n");

const described: readonly Operation[] = Object.values(operations);

describe("the contract describes the reference", () => {
  test("the reference has 136 operations, each once, in the parts that have a title", () => {
    expect(reference).toHaveLength(136);
    expect(new Set(reference.map((line) => line.replace(/^\S+ /, ""))).size).toBe(reference.length);
    const parts = new Set(reference.map((line) => line.split(" ")[0]));
    expect([...parts].sort()).toEqual(Object.keys(partTitles).sort());
  });

  test("every operation is described once, under its own part, and no other is", () => {
    const lines = described.map(({ part, method, path }) => `${part} ${method} ${path}`);
    expect(lines.sort(), "compared with test/fixtures/reference-operations.txt").toEqual(
      [...reference].sort(),
    );
  });
});
