import fc from "fast-check";
import { expect, test } from "vitest";
import { laidOut } from "./laid-out.ts";
import { holds } from "./law.ts";
import { leftAlone } from "./left-alone.ts";
import { randomFrom, shuffled } from "./random.ts";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";
import { askedFor, seenOf } from "./site-oracle.ts";
import { manifestOf, seedOf, world } from "./world.ts";

const chance = fc.integer();
const concurrency = fc.integer({ min: 1, max: 8 });

test("an apply reaches what the manifests say, and the next plan is empty", async () => {
  await holds(world, async (drawn) => {
    const simulation = simulate(seedOf(drawn));
    const desired = await read({ "all.yaml": manifestOf(drawn) });
    const first = await planFor(simulation, desired);
    await run(simulation, first, { concurrency: 8 });
    const second = await planFor(simulation, desired);
    expect(describeSteps(second.document.steps), describeSteps(first.document.steps)).toBe(describeSteps([]));
    const isBlocked = first.document.changes.some(
      ({ action, fields = [] }) => action === "blocked" && fields.some(({ path }) => path === "path"),
    );
    const [seen, asked] = [seenOf(simulation.platform, drawn.site), askedFor(drawn.site)];
    expect(withoutPaths(seen, isBlocked), describeSteps(first.document.steps)).toEqual(
      withoutPaths(asked, isBlocked),
    );
    const left = second.document.changes.filter(({ action }) => action !== "blocked");
    expect(left).toEqual([]);
  });
});

/** A path that another section keeps is blocked; all else is as it should be. */
function withoutPaths(seen: unknown, isBlocked: boolean): unknown {
  const drop = (key: string, value: unknown): unknown => (isBlocked && key === "path" ? undefined : value);
  return JSON.parse(JSON.stringify(seen, drop));
}

test("any order that respects what each step comes after works, at any concurrency", async () => {
  await holds(fc.tuple(world, chance, concurrency), async ([drawn, seed, atOnce]) => {
    const random = randomFrom(seed);
    const simulation = simulate(seedOf(drawn), random);
    const desired = await read({ "all.yaml": manifestOf(drawn) });
    const plan = await planFor(simulation, desired);
    await run(simulation, plan, { concurrency: atOnce, steps: shuffled(plan.document.steps, random) });
    const second = await planFor(simulation, desired);
    expect(describeSteps(second.document.steps), describeSteps(plan.document.steps)).toBe(describeSteps([]));
  });
});

test("what no manifest speaks of is the same afterwards, to the byte", async () => {
  await holds(world, async (drawn) => {
    const simulation = simulate(seedOf(drawn));
    const plan = await planFor(simulation, await read({ "all.yaml": manifestOf(drawn) }));
    const before = leftAlone(simulation.platform, drawn);
    await run(simulation, plan, { concurrency: 1 });
    const after = leftAlone(simulation.platform, drawn);
    const differing = [...before].filter(([name, text]) => after.get(name) !== text);
    expect(
      differing.map(([name, text]) => [name, text, after.get(name)]),
      describeSteps(plan.document.steps),
    ).toEqual([]);
  });
});

test("the plan is the same however manifests are laid out and lists without order come", async () => {
  await holds(fc.tuple(world, chance), async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const plain = await planFor(simulate(seedOf(drawn)), await read({ "all.yaml": manifestOf(drawn) }));
    const shuffledPlan = await planFor(simulate(seedOf(drawn), random), await read(laidOut(drawn, random)));
    expect(withoutSources(shuffledPlan)).toEqual(withoutSources(plain));
  });
});

function withoutSources(plan: Awaited<ReturnType<typeof planFor>>): unknown {
  return JSON.parse(JSON.stringify(plan.document, (key, value) => (key === "source" ? undefined : value)));
}

test("planning sends nothing that changes anything", async () => {
  await holds(world, async (drawn) => {
    const simulation = simulate(seedOf(drawn));
    await planFor(simulation, await read({ "all.yaml": manifestOf(drawn) }));
    expect(simulation.mutations).toEqual([]);
  });
});
