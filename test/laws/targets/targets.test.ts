import fc from "fast-check";
import { expect, test } from "vitest";
import { ownersOf } from "../../../src/model/address.ts";
import { holds } from "../harness/law.ts";
import { randomFrom, shuffled } from "../harness/random.ts";
import { describeSteps, planFor, planner, read, run, simulate } from "../harness/simulation.ts";
import { denseTreeWorld } from "../worlds/tree-world.ts";
import { manifestsOf, seedOf, type World, world } from "../worlds/world.ts";

const dense: fc.Arbitrary<World> = fc.record({ trees: denseTreeWorld });

test("a plan for targets is a part of the whole one that stands alone, and reaches them", () =>
  holds(fc.tuple(world, fc.integer()), ([drawn, seed]) => reaches(drawn, seed, 2), 0.25));

test("a plan for targets reaches them where much moves in few lists", () =>
  holds(fc.tuple(dense, fc.integer()), ([drawn, seed]) => reaches(drawn, seed, 2 + (seed & 1)), 0.25));

async function reaches(drawn: World, seed: number, most: number): Promise<void> {
  const simulation = simulate(seedOf(drawn));
  const desired = await read(manifestsOf(drawn));
  const plan = await planner(simulation, desired);
  const whole = plan({});
  const known = whole.document.changes.flatMap(({ address }) => ownersOf(address));
  const targets = shuffled([...new Set(known)].filter(isAddress), randomFrom(seed)).slice(0, most);
  if (targets.length === 0) return;
  const part = plan({ targets });
  const ids = new Set(part.document.steps.map(({ id }) => id));
  expect(whole.document.steps.filter(({ id }) => ids.has(id))).toEqual(part.document.steps);
  for (const { after } of part.document.steps) for (const id of after) expect(ids).toContain(id);
  await run(simulation, part, { concurrency: 4 });
  const second = await planFor(simulation, desired, { targets, targetsMayBeGone: true });
  const told = `${targets.join(" ")}\n${describeSteps(part.document.steps)}`;
  expect(describeSteps(second.document.steps), told).toBe(describeSteps([]));
}

/** Is it whole: an organization, then pairs of kind and key? */
function isAddress(text: string): boolean {
  return text.slice(text.indexOf("/") + 1).split(".").length % 2 === 0 && !text.includes("@");
}
