import fc from "fast-check";
import { test } from "vitest";
import { cases, holdsFor } from "./random-entries.ts";

test("1,000 random cases of entries become as declared by the fewest calls", async () => {
  await fc.assert(fc.asyncProperty(cases, holdsFor), { numRuns: 1000, seed: 7 });
}, 1_200_000);
