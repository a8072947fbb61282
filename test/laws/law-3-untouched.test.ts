import { expect } from "vitest";
import { law } from "./harness/law.ts";
import { describeSteps, planFor, read, run, simulate } from "./harness/simulation.ts";
import { leftAlone } from "./oracles/left-alone.ts";
import { manifestsOf, seedOf, world } from "./worlds/world.ts";

law("law 3: what no manifest declares is the same afterwards, to the byte", world, async (drawn) => {
  const simulation = simulate(seedOf(drawn));
  const plan = await planFor(simulation, await read(manifestsOf(drawn)));
  const before = leftAlone(simulation.platform, drawn);
  await run(simulation, plan, { concurrency: 1 });
  const after = leftAlone(simulation.platform, drawn);
  const differing = [...before].filter(([name, text]) => after.get(name) !== text);
  const told = differing.map(([name, text]) => `${name}: ${text}\nnow ${after.get(name)}`).join("\n");
  expect(differing, `${told}\n${describeSteps(plan.document.steps)}`).toEqual([]);
});

law(
  "law 3: planning sends nothing that changes anything",
  world,
  async (drawn) => {
    const simulation = simulate(seedOf(drawn));
    await planFor(simulation, await read(manifestsOf(drawn)));
    expect(simulation.mutations).toEqual([]);
  },
  0.1,
);
