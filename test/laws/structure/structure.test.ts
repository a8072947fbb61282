import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrange } from "../../../src/planner/sequence/site-order.ts";
import { holds } from "../harness/law.ts";
import { describeSteps, planFor, read, run, simulate } from "../harness/simulation.ts";
import { askedFor, seenOf } from "../oracles/site-oracle.ts";
import { leastCost } from "../oracles/structure-oracle.ts";
import { arrangementOf, costOf, outcomes } from "../oracles/structure-plans.ts";
import { manifestOfSite, seedOfSite } from "../worlds/site-world.ts";
import { type Layout, visible } from "../worlds/structure-model.ts";
import { allLayouts, type StructureWorld, siteOf, structureWorld } from "../worlds/structure-world.ts";

/** Most calls, in the mean over many structures, for one call of the least that a search finds. */
const mostInTheMean = 1.15;

/** The plan leads to what is wanted, wherever an empty group may stand (A22). Returns its calls for one of the least. */
function calls(live: Layout, wanted: Layout): number {
  const plan = arrange(arrangementOf(live, wanted));
  expect(outcomes(live, wanted, plan), JSON.stringify([live, wanted, plan])).toEqual([visible(wanted)]);
  const cost = costOf(live, wanted, plan).calls;
  const least = leastCost(live, wanted).calls;
  return least === 0 ? cost + 1 : cost / least;
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0) / numbers.length;
}

describe("a structure with groups is reached, with few calls:", () => {
  test.each([
    ["a section and two groups", allLayouts("a", "AB", 2)],
    ["two sections and a group", allLayouts("ab", "A", 1)],
  ])("every two structures of %s", (_, layouts) => {
    const all = layouts.flatMap((live) => layouts.map((wanted) => calls(live, wanted)));
    expect(meanOf(all)).toBeLessThanOrEqual(mostInTheMean);
  });

  test("any two structures of four sections and three groups, in each other or not", async () => {
    const all: number[] = [];
    await holds(
      structureWorld({ sections: 4, groups: 3, depth: 3 }),
      async ({ live, wanted }) => {
        all.push(calls(live, wanted));
      },
      0.25,
    );
    expect(meanOf(all)).toBeLessThanOrEqual(mostInTheMean);
  });
});

test("on the platform, a plan of a site with groups leads to what is wanted, and the second plan is empty", async () => {
  await holds(
    structureWorld({ sections: 3, groups: 3, depth: 2 }),
    async (world) => {
      const site = siteOf(world);
      const simulation = simulate({ organizations: [seedOfSite(site)] });
      const desired = await read({ "all.yaml": manifestOfSite(site) });
      const plan = await planFor(simulation, desired);
      await run(simulation, plan, { concurrency: 8 });
      expect(seenOf(simulation.platform, site)).toEqual(askedFor(site));
      const second = await planFor(simulation, desired);
      expect(second.document.steps).toEqual([]);
    },
    0.25,
  );
});

/** Runs a plan up to a step, and then the next plan: that finishes it. Returns the number of steps of the first. */
async function finishes(world: StructureWorld, cut: number): Promise<number> {
  const site = siteOf(world);
  const simulation = simulate({ organizations: [seedOfSite(site)] });
  const desired = await read({ "all.yaml": manifestOfSite(site) });
  const plan = await planFor(simulation, desired);
  const all = plan.document.steps;
  const steps = all.slice(0, cut % Math.max(all.length, 1));
  await run(simulation, { ...plan, document: { ...plan.document, steps } }, { concurrency: 1 });
  await run(simulation, await planFor(simulation, desired), { concurrency: 1 });
  expect(seenOf(simulation.platform, site), describeSteps(all)).toEqual(askedFor(site));
  expect((await planFor(simulation, desired)).document.steps).toEqual([]);
  return all.length;
}

test("a run that breaks off anywhere is finished by the next plan", async () => {
  const structures = structureWorld({ sections: 3, groups: 3, depth: 2 });
  await holds(
    fc.tuple(structures, fc.nat(20)),
    async ([world, cut]) => {
      await finishes(world, cut);
    },
    0.25,
  );
});

describe("a run that breaks off after any of its steps is finished by the next plan:", () => {
  test.each([
    ["a group in another one that comes out of it", "A[C[]B[]]", "C[A[]]"],
    ["groups in another order", "A[a]B[b]C[c]", "C[c]A[a]B[b]"],
    ["a new group before others", "A[a]B[b]", "N[n]A[a]B[b]"],
    ["a group changes places with the one that it is in", "A[B[a]b]", "B[A[a]b]"],
    ["a section comes to a root without sections", "A[ab]", "A[a]b"],
    ["groups that are rebuilt in each other", "C[]B[cb]", "A[b]cC[aB[]]"],
  ])("%s", async (_, live, wanted) => {
    const steps = await finishes({ live, wanted }, 0);
    for (let cut = 1; cut < steps; cut++) await finishes({ live, wanted }, cut);
  });
});
