import { expect } from "vitest";
import { law } from "../harness/law.ts";
import { planFor, read, run, simulate } from "../harness/simulation.ts";
import { idOf, manifestsOfTrees, seedOfTrees, treeWorld } from "../worlds/tree-world.ts";

law(
  "law 3: collections and spaces that nobody declares are never deleted, unless managed exactly, and never moved, unless named",
  treeWorld,
  async (world) => {
    const simulation = simulate(seedOfTrees(world));
    const before = structuredClone(simulation.platform.state);
    const desired = await read(manifestsOfTrees({ ...world, isExact: false }));
    await run(simulation, await planFor(simulation, desired), { concurrency: 8 });
    const { spaces, collections } = simulation.platform.state;
    for (const at of world.things.keys()) {
      const { wanted, isLive, isContainer, isNamed } = world.things[at]!;
      if (wanted !== "undeclared" || !isLive || isNamed) continue;
      const id = idOf(world, at);
      const [old, now] = isContainer
        ? [before.collections[id], collections[id]]
        : [before.spaces[id], spaces[id]];
      expect(now, `${id} is there`).toBeDefined();
      expect(now?.parent).toBe(old?.parent);
      expect("deletedAt" in now! ? now.deletedAt : undefined).toBeUndefined();
    }
  },
  0.25,
);
