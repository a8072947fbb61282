import fc from "fast-check";
import { expect } from "vitest";
import { laidOut } from "./laid-out.ts";
import { law } from "./law.ts";
import { randomFrom } from "./random.ts";
import { planFor, read, simulate } from "./simulation.ts";
import { manifestsOf, seedOf, world } from "./world.ts";

law(
  "law 5: the plan is the same however manifests are laid out and lists without order come",
  fc.tuple(world, fc.integer()),
  async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const plain = await planFor(simulate(seedOf(drawn)), await read(manifestsOf(drawn)));
    const shuffledPlan = await planFor(simulate(seedOf(drawn), random), await read(laidOut(drawn, random)));
    expect(withoutSources(shuffledPlan)).toEqual(withoutSources(plain));
  },
);

/** The plan but for the lines of the manifests. Free values (a JSON schema, rules) keep the order of keys they are written in. */
function withoutSources(plan: Awaited<ReturnType<typeof planFor>>): unknown {
  return JSON.parse(JSON.stringify(plan.document, (key, value) => (key === "source" ? undefined : value)));
}
