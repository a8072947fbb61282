import { expect, test } from "vitest";
import { invariants } from "../invariants/invariants.ts";
import { runAll } from "../run-seeds.ts";
import { drawScenario } from "../scenario.ts";
import { type Bug, sabotages } from "./sabotages.ts";
import { stateSabotages } from "./state-sabotages.ts";

const bugs = Object.entries({ ...sabotages, ...stateSabotages });

test.each(bugs)("caught within 200 seeds: %s", async (_, bug) => {
  const { from = 1 } = bug;
  for (let seed = from; seed < from + 200; seed++) if (await isNoticed(bug, seed)) return;
  expect.fail("no invariant noticed");
});

test("for every invariant there is a bug that breaks it", () => {
  const unnoticed = invariants.filter(({ name }) => !bugs.some(([, { breaks }]) => breaks.test(name)));
  expect(unnoticed.map(({ name }) => name)).toEqual([]);
});

async function isNoticed({ breaks, says = /^/, edition, staging }: Bug, seed: number): Promise<boolean> {
  const { failures } = await runAll([drawScenario(seed, edition)], staging);
  const broken = failures.flatMap(({ broken }) => broken);
  return broken.some(
    ({ invariant, problems }) => breaks.test(invariant) && problems.some((problem) => says.test(problem)),
  );
}
