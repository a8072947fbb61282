import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrange } from "../../src/planner/sequence/arrange.ts";
import { holds, patience } from "./law.ts";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";
import { askedFor, seenOf } from "./site-oracle.ts";
import { manifestOfSite, seedOfSite } from "./site-world.ts";
import { type Layout, visible } from "./structure-model.ts";
import { leastCost } from "./structure-oracle.ts";
import { arrangementOf, costOf, outcomes } from "./structure-plans.ts";
import { allLayouts, type StructureWorld, siteOf, structureWorld } from "./structure-world.ts";

/** The planner does what is wanted, wherever nobody can see where a group stands, and with the least. */
function holdsTo(live: Layout, wanted: Layout): void {
  const plan = arrange(arrangementOf(live, wanted));
  expect(outcomes(live, wanted, plan), JSON.stringify([live, wanted, plan])).toEqual([visible(wanted)]);
  expect(costOf(live, wanted, plan), JSON.stringify([live, wanted, plan])).toEqual(leastCost(live, wanted));
}

describe("a structure takes the least: groups that are built anew, then lifts, then calls:", () => {
  test("every two structures of a section and two groups", () => {
    for (const live of allLayouts("a", "AB", 2))
      for (const wanted of allLayouts("a", "AB", 2)) holdsTo(live, wanted);
  });

  test("every two structures of two sections and a group", () => {
    for (const live of allLayouts("ab", "A", 1))
      for (const wanted of allLayouts("ab", "A", 1)) holdsTo(live, wanted);
  });

  test.each([
    ["several that one lift brings to the root", "A[bacd]", "bB[]aA[]C[]c"],
    ["sections that go together, of which one must go twice", "C[abd]", "A[]B[c]aC[]b"],
  ])("%s", (_, live, wanted) => holdsTo(live, wanted));

  test("any two structures of four sections and three groups, in each other or not", patience, async () => {
    await holds(
      structureWorld({ sections: 4, groups: 3, depth: 3 }),
      async ({ live, wanted }) => holdsTo(live, wanted),
      0.25,
    );
  });
});

test(
  "on the platform, a plan has exactly the least calls, and leads to what is wanted",
  patience,
  async () => {
    await holds(
      structureWorld({ sections: 3, groups: 3, depth: 2 }),
      async (world) => {
        const site = siteOf(world);
        const simulation = simulate({ organizations: [seedOfSite(site)] });
        const desired = await read({ "all.yaml": manifestOfSite(site) });
        const plan = await planFor(simulation, desired);
        const least = leastCost(world.live, world.wanted);
        expect(plan.document.steps.length, describeSteps(plan.document.steps)).toBe(least.calls);
        await run(simulation, plan, { concurrency: 8 });
        expect(seenOf(simulation.platform, site)).toEqual(askedFor(site));
        const second = await planFor(simulation, desired);
        expect(second.document.steps).toEqual([]);
      },
      0.25,
    );
  },
);

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

test("a run that breaks off anywhere is finished by the next plan", patience, async () => {
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
    ["a group changes places with the one that it stands in", "A[B[a]b]", "B[A[a]b]"],
    ["a section comes to a root without sections", "A[ab]", "A[a]b"],
    ["groups that are built anew in each other", "C[]B[cb]", "A[b]cC[aB[]]"],
  ])("%s", async (_, live, wanted) => {
    const steps = await finishes({ live, wanted }, 0);
    for (let cut = 1; cut < steps; cut++) await finishes({ live, wanted }, cut);
  });
});
