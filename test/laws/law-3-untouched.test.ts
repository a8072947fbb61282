import { expect } from "vitest";
import { platformOf, wantedOf } from "./harness/drawn.ts";
import { law } from "./harness/law.ts";
import { describeSteps, planFor, run } from "./harness/simulation.ts";
import { leftAlone } from "./oracles/left-alone.ts";
import { worldOfEither } from "./worlds/gitbook-world.ts";

law("law 3: what no manifest declares is the same afterwards, to the byte", worldOfEither, async (drawn) => {
  const simulation = platformOf(drawn);
  const plan = await planFor(simulation, await wantedOf(drawn));
  const before = leftAlone(simulation.platform, drawn);
  await run(simulation, plan, { concurrency: 1 });
  const after = leftAlone(simulation.platform, drawn);
  const differing = [...before].filter(([name, text]) => after.get(name) !== text);
  const told = differing.map(([name, text]) => `${name}: ${text}\nnow ${after.get(name)}`).join("\n");
  expect(differing, `${told}\n${describeSteps(plan.document.steps)}`).toEqual([]);
});

law(
  "law 3: planning sends nothing that changes anything",
  worldOfEither,
  async (drawn) => {
    const simulation = platformOf(drawn);
    await planFor(simulation, await wantedOf(drawn));
    expect(simulation.mutations).toEqual([]);
  },
  0.1,
);
