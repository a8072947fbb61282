import fc from "fast-check";
import { test } from "vitest";
import { cases, holdsFor } from "./random-entries.ts";

test("random entries become as declared, by the fewest calls", async () => {
  await fc.assert(fc.asyncProperty(cases, holdsFor), { numRuns: Number(process.env.ROUNDS ?? 40), seed: 7 });
});
