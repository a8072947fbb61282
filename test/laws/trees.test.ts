import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlanDocument } from "../../src/core/plan-document.ts";
import { holds } from "./law.ts";
import { randomFrom, shuffled } from "./random.ts";
import { describeSteps, planFor, read, run, type Simulation, simulate } from "./simulation.ts";
import { idOf, manifestsOfTrees, orderedIn, seedOfTrees, type TreeWorld, treeWorld } from "./tree-world.ts";

const chance = fc.integer();

/** Ids of what stands in a collection, or at the root of acme, on the platform. */
function childrenIn({ platform: { state } }: Simulation, holder: string | undefined): readonly string[] {
  return holder === undefined
    ? (state.organizations.byId.org_acme?.children ?? [])
    : (state.collections[holder]?.children ?? []);
}

function blockedIn({ changes }: PlanDocument): ReadonlySet<string> {
  return new Set(changes.filter(({ action }) => action === "blocked").map(({ address }) => address));
}

/** Does a space stand in it, at any depth? */
function isSeen(simulation: Simulation, id: string): boolean {
  const { spaces } = simulation.platform.state;
  return childrenIn(simulation, id).some((child) => child in spaces || isSeen(simulation, child));
}

/** Every order stands as written, as far as anybody can see, but for what is blocked. */
function expectOrders(simulation: Simulation, world: TreeWorld, document: PlanDocument): void {
  const blocked = blockedIn(document);
  const addressOf = (at: number): string => {
    const name = world.things[at]?.wanted === "undeclared" ? `id:${idOf(world, at)}` : `t${at}`;
    return `acme/${world.things[at]?.isHolder === true ? "collections" : "spaces"}.${name}`;
  };
  for (const holder of [undefined, ...world.things.keys()]) {
    const declared = holder !== undefined && world.things[holder]?.wanted !== "declared";
    if (
      declared ||
      (holder !== undefined && (!world.things[holder]?.isLive || blocked.has(addressOf(holder))))
    )
      continue;
    const ids = orderedIn(world, holder)
      .filter((at) => world.things[at]?.isLive === true && !blocked.has(addressOf(at)))
      .map((at) => idOf(world, at));
    const stands = childrenIn(simulation, holder === undefined ? undefined : idOf(world, holder));
    const seen = (id: string): boolean => id.startsWith("sp") || isSeen(simulation, id);
    const named = new Set(ids);
    expect(stands.filter((id) => named.has(id) && seen(id))).toEqual(ids.filter(seen));
    const isHolder = (id: string): boolean => id.startsWith("col");
    expect(stands.filter((id) => named.has(id) && isHolder(id))).toEqual(ids.filter(isHolder));
  }
}

test("an applied plan of collections and spaces leaves nothing to do, in whatever order its steps run", async () => {
  await holds(fc.tuple(treeWorld, chance), async ([world, seed]) => {
    const simulation = simulate(seedOfTrees(world), randomFrom(seed));
    const desired = await read(manifestsOfTrees(world));
    const plan = await planFor(simulation, desired);
    const steps = shuffled(plan.document.steps, randomFrom(seed));
    await run(simulation, plan, { concurrency: 1 + (Math.abs(seed) % 8), steps });
    const second = await planFor(simulation, desired);
    expect(describeSteps(second.document.steps), `after ${describeSteps(plan.document.steps)}`).toBe(
      describeSteps([]),
    );
    expectOrders(simulation, world, plan.document);
  });
});

test("what nobody declares is never deleted, unless it is managed exactly, and never moved, unless it is named", async () => {
  await holds(treeWorld, async (world) => {
    const simulation = simulate(seedOfTrees(world));
    const before = structuredClone(simulation.platform.state);
    const desired = await read(manifestsOfTrees({ ...world, isExact: false }));
    const { document } = await planFor(simulation, desired);
    await run(simulation, await planFor(simulation, desired), { concurrency: 8 });
    const { spaces, collections } = simulation.platform.state;
    const touched = new Set(document.changes.flatMap(({ id }) => id ?? []));
    for (const at of world.things.keys()) {
      const { wanted, isLive, isHolder, isNamed } = world.things[at]!;
      if (wanted !== "undeclared" || !isLive || isNamed) continue;
      const id = idOf(world, at);
      const [old, now] = isHolder
        ? [before.collections[id], collections[id]]
        : [before.spaces[id], spaces[id]];
      expect(now, `${id} is there`).toBeDefined();
      if (touched.has(id)) expect(now?.organization).toBe("org_globex");
      else expect(now?.parent).toBe(old?.parent);
      expect("deletedAt" in now! ? now.deletedAt : undefined).toBeUndefined();
    }
  });
});
