import fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "./law.ts";
import { randomFrom, shuffled } from "./random.ts";
import {
  callsForSettings,
  manifestOfSettings,
  type SettingsWorld,
  seedOfSettings,
  settingsWorld,
} from "./settings-world.ts";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";

async function start(world: SettingsWorld, random?: () => number) {
  const simulation = simulate(seedOfSettings(world), random);
  const desired = await read({ "all.yaml": manifestOfSettings(world) });
  return { simulation, desired, plan: await planFor(simulation, desired) };
}

test("settings, translations, specs and adaptive schemas take the fewest calls, and then nothing is left", async () => {
  await holds(settingsWorld, async (world) => {
    const { simulation, desired, plan } = await start(world);
    expect(plan.document.steps.length, describeSteps(plan.document.steps)).toBe(callsForSettings(world));
    await run(simulation, plan, { concurrency: 8 });
    const { document } = await planFor(simulation, desired);
    expect(describeSteps(document.steps), describeSteps(plan.document.steps)).toBe(describeSteps([]));
    expect(document.changes).toEqual([]);
  });
});

test("their steps work in any order that respects what each comes after, at any concurrency", async () => {
  await holds(
    fc.tuple(settingsWorld, fc.integer(), fc.integer({ min: 1, max: 8 })),
    async ([world, seed, atOnce]) => {
      const random = randomFrom(seed);
      const { simulation, desired, plan } = await start(world, random);
      await run(simulation, plan, { concurrency: atOnce, steps: shuffled(plan.document.steps, random) });
      const { document } = await planFor(simulation, desired);
      expect(describeSteps(document.steps), describeSteps(plan.document.steps)).toBe(describeSteps([]));
    },
  );
});

test("a declared text that live may or may not have is always named, and never a change", async () => {
  await holds(settingsWorld, async (world) => {
    const { plan } = await start(world);
    const hidden = world.specs.flatMap(({ live, wanted }, index) =>
      live === "text" && wanted === "text" ? [`acme/openapi.spec${index}`] : [],
    );
    expect((plan.document.unverifiable ?? []).map(({ address }) => address)).toEqual(hidden);
    const changed = plan.document.changes.map(({ address }) => address);
    expect(changed.filter((address) => hidden.includes(address))).toEqual([]);
  });
});
