import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arrange } from "../../src/core/arrange.ts";
import { holds } from "./law.ts";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";
import { askedFor, seenOf } from "./site-oracle.ts";
import { manifestOfSite, seedOfSite } from "./site-world.ts";
import { type Layout, visible } from "./structure-model.ts";
import { leastCost } from "./structure-oracle.ts";
import { arrangementOf, costOf, outcomes } from "./structure-plans.ts";
import { allLayouts, siteOf, structureWorld } from "./structure-world.ts";

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

  test("any two structures of four sections and three groups, in each other or not", async () => {
    await holds(structureWorld({ sections: 4, groups: 3, depth: 3 }), async ({ live, wanted }) =>
      holdsTo(live, wanted),
    );
  });
});

test("on the platform, a plan has exactly the least calls, and leads to what is wanted", async () => {
  await holds(structureWorld({ sections: 4, groups: 3, depth: 2 }), async (world) => {
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
  });
});

test("a run that breaks off anywhere is finished by the next plan", async () => {
  await holds(
    fc.tuple(structureWorld({ sections: 4, groups: 3, depth: 2 }), fc.nat(20)),
    async ([world, cut]) => {
      const site = siteOf(world);
      const simulation = simulate({ organizations: [seedOfSite(site)] });
      const desired = await read({ "all.yaml": manifestOfSite(site) });
      const plan = await planFor(simulation, desired);
      const steps = plan.document.steps.slice(0, cut % Math.max(plan.document.steps.length, 1));
      await run(simulation, { ...plan, document: { ...plan.document, steps } }, { concurrency: 1 });
      const next = await planFor(simulation, desired);
      await run(simulation, next, { concurrency: 1 });
      expect(seenOf(simulation.platform, site), describeSteps(plan.document.steps)).toEqual(askedFor(site));
      expect((await planFor(simulation, desired)).document.steps).toEqual([]);
    },
  );
});
