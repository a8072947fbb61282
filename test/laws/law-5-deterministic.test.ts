import fc from "fast-check";
import { expect } from "vitest";
import { laidOut } from "./harness/laid-out.ts";
import { law } from "./harness/law.ts";
import { randomFrom } from "./harness/random.ts";
import { planFor, read, simulate } from "./harness/simulation.ts";
import { manifestsOf, seedOf, world } from "./worlds/world.ts";

law(
  "law 5: the plan is the same however manifests are laid out and lists without order come",
  fc.tuple(world, fc.integer()),
  async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const plain = await planFor(simulate(seedOf(drawn)), await read(manifestsOf(drawn)));
    const shuffledPlan = await planFor(simulate(seedOf(drawn), random), await read(laidOut(drawn, random)));
    expect(bytesOf(shuffledPlan)).toBe(bytesOf(plain));
  },
);

/** The bytes of a plan but for the lines of the manifests. */
function bytesOf(plan: Awaited<ReturnType<typeof planFor>>): string {
  const withoutSource = (key: string, value: unknown): unknown => (key === "source" ? undefined : value);
  return JSON.stringify(plan.document, withoutSource, 1);
}
