import { expect, test } from "vitest";
import { holds, patience } from "./law.ts";
import {
  manifestOfRenames,
  type Renamed,
  type RenameWorld,
  renameWorld,
  seedOfRenames,
} from "./rename-world.ts";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";

test(
  "law 8: previously never yields a delete, nor a create of what was renamed",
  async () => {
    await holds(renameWorld, async (drawn) => {
      const simulation = simulate(seedOfRenames(drawn));
      const desired = await read({ "all.yaml": manifestOfRenames(drawn) });
      const first = await planFor(simulation, desired);
      const { changes, steps } = first.document;
      expect(changes.filter(({ action }) => action !== "update")).toEqual([]);
      expect(steps.filter(({ method }) => method !== "PATCH")).toEqual([]);
      await run(simulation, first, { concurrency: 4 });
      const second = await planFor(simulation, desired);
      // Names that went round in a circle are the same names: without ids nothing can tell that it is done.
      if (!hasCircle(drawn)) expect(describeSteps(second.document.steps)).toBe(describeSteps([]));
    });
  },
  patience.timeout,
);

/** Do names of a collection change places with each other? */
function hasCircle(drawn: RenameWorld): boolean {
  return Object.values(drawn).some((items: readonly Renamed[]) => {
    const next = new Map(items.map(({ live, wanted }) => [live, wanted]));
    return items.some(({ live, wanted }) => {
      let at: string | undefined = wanted;
      for (let left = items.length; at !== undefined && at !== live && left > 0; left--) at = next.get(at);
      return at === live && wanted !== live;
    });
  });
}
