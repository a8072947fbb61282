import fc from "fast-check";
import { expect } from "vitest";
import { platformOf, wantedOf } from "./harness/drawn.ts";
import { law } from "./harness/law.ts";
import { randomFrom, shuffled } from "./harness/random.ts";
import { describeSteps, planFor, run } from "./harness/simulation.ts";
import { worldOfEither } from "./worlds/gitbook-world.ts";

const running = fc.record({
  drawn: worldOfEither,
  seed: fc.integer(),
  concurrency: fc.integer({ min: 1, max: 8 }),
});

law(
  "law 4: any order that respects what each step comes after works, at any concurrency",
  running,
  async ({ drawn, seed, concurrency }) => {
    const random = randomFrom(seed);
    const simulation = platformOf(drawn, random);
    const desired = await wantedOf(drawn);
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
