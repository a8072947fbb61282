import { test, expect } from "vitest";
import fc from "fast-check";
import { holds } from "./law.ts";
import { siteWorld, seedOfSite, manifestOfSite } from "./site-world.ts";
import { simulate, read, planFor, run, describeSteps } from "./simulation.ts";
import { seenOf, askedFor } from "./site-oracle.ts";

test.each([0,1,2,3] as const)("depth %i", async (depth) => {
  await holds(siteWorld(depth), async (world) => {
    const sim = simulate(seedOfSite(world));
    const desired = await read({ "a.yaml": manifestOfSite(world) });
    const plan = await planFor(sim, desired);
    const blocked = plan.document.changes.filter(({action}) => action === "blocked");
    await run(sim, plan, { concurrency: 1 });
    const second = await planFor(sim, desired);
    if (second.document.steps.length > 0) throw new Error(`first ${describeSteps(plan.document.steps)}\nsecond ${describeSteps(second.document.steps)}`);
    if (blocked.length === 0) expect(seenOf(sim.platform, world), describeSteps(plan.document.steps)).toEqual(askedFor(world));
  });
}, 600000);
