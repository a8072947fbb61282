import { expect, test } from "vitest";
import { renderFailure, runAll } from "./run-seeds.ts";
import { drawScenario } from "./scenario.ts";

/** Few for npm test, always the same; `npm run simulate` runs as many as it is told, and CI more. Each fifth is in the edition gitbook. */
const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test("whatever goes wrong on the way, every invariant holds", async () => {
  const { failures, counts } = await runAll(
    seeds.map((seed) => drawScenario(seed, seed % 5 === 0 ? "gitbook" : "reference")),
  );
  const told = failures.map(renderFailure);
  expect(told.join("\n\n")).toBe("");
  expect(counts.get("stories")).toBe(seeds.length);
});
