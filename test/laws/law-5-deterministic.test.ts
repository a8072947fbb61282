import fc from "fast-check";
import { expect } from "vitest";
import { platformOf, wantedOf } from "./harness/drawn.ts";
import { laidOut } from "./harness/laid-out.ts";
import { law } from "./harness/law.ts";
import { randomFrom } from "./harness/random.ts";
import { planFor, read } from "./harness/simulation.ts";
import { worldOfEither } from "./worlds/gitbook-world.ts";

law(
  "law 5: the plan is the same however manifests are laid out and lists without order come",
  fc.tuple(worldOfEither, fc.integer()),
  async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const plain = await planFor(platformOf(drawn), await wantedOf(drawn));
    const shuffledPlan = await planFor(
      platformOf(drawn, random),
      await read(laidOut(drawn, random), drawn.edition),
    );
    expect(bytesOf(shuffledPlan)).toBe(bytesOf(plain));
  },
);

/** The bytes of a plan but for the lines of the manifests. */
function bytesOf(plan: Awaited<ReturnType<typeof planFor>>): string {
  const withoutSource = (key: string, value: unknown): unknown => (key === "source" ? undefined : value);
  return JSON.stringify(plan.document, withoutSource, 1);
}
