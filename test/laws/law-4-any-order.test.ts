import fc from "fast-check";
import { expect } from "vitest";
import { law } from "./harness/law.ts";
import { randomFrom, shuffled } from "./harness/random.ts";
import { describeSteps, planFor, read, run, simulate } from "./harness/simulation.ts";
import { manifestsOf, seedOf, world } from "./worlds/world.ts";

const running = fc.record({
  drawn: world,
  seed: fc.integer(),
  concurrency: fc.integer({ min: 1, max: 8 }),
});

law(
  "law 4: any order that respects what each step comes after works, at any concurrency",
  running,
  async ({ drawn, seed, concurrency }) => {
    const random = randomFrom(seed);
    const simulation = simulate(seedOf(drawn), random);
    const desired = await read(manifestsOf(drawn));
    const plan = await planFor(simulation, desired);
    for (const { after, afterReasons = {} } of plan.document.steps) {
      expect(Object.keys(afterReasons), "a reason for each step in after").toEqual(after);
      for (const reasons of Object.values(afterReasons)) expect(reasons).not.toEqual([]);
    }
    await run(simulation, plan, { concurrency, steps: shuffled(plan.document.steps, random) });
    const second = await planFor(simulation, desired);
    expect(describeSteps(second.document.steps), describeSteps(plan.document.steps)).toBe(describeSteps([]));
  },
);
