import fc from "fast-check";
import { expect } from "vitest";
import type { Desired } from "../../src/core/desired.ts";
import type { LastApply } from "../../src/core/last-apply.ts";
import type { Plan } from "../../src/core/plan.ts";
import { law } from "./law.ts";
import { randomFrom } from "./random.ts";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";
import { manifestsOf, seedOf, world } from "./world.ts";

/** A record with an id and hashes for each address. */
function recordOf(
  desired: Desired,
  idOf: (address: string, kind: string) => string | undefined,
  hashed = "another value",
): LastApply {
  const resources = desired.resources.flatMap(({ address, kind, values }) => {
    const id = idOf(address, kind);
    const unverifiable = Object.fromEntries(Object.keys(values).map((name) => [name, hashed]));
    return id === undefined ? [] : [[address, { kind, id, unverifiable }] as const];
  });
  return { resources: new Map(resources), hash: (value) => JSON.stringify(value) };
}

function deletedIn({ document }: Plan): readonly string[] {
  return document.changes.flatMap(({ action, id }) => (action === "delete" ? (id ?? []) : []));
}

law(
  "the record: ids that are nobody's, or of something else, are as good as no record",
  fc.tuple(world, fc.integer()),
  async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const simulation = simulate(seedOf(drawn));
    const desired = await read(manifestsOf(drawn));
    const without = await planFor(simulation, desired);
    const live = [...without.known.values()];
    const lastApply = recordOf(desired, (_, kind) => {
      const others = live.filter(
        (one) => one.kind !== kind && !live.some(({ id, ...it }) => it.kind === kind && id === one.id),
      );
      return random() < 0.5 ? others[Math.floor(random() * others.length)]?.id : `gone_${seed}`;
    });
    const made = await planFor(simulation, desired, { lastApply });
    expect(describeSteps(made.document.steps)).toBe(describeSteps(without.document.steps));
  },
  0.5,
);

law(
  "the record: who loses it after an apply loses nothing that is live, and the next plan is empty",
  world,
  async (drawn) => {
    const simulation = simulate(seedOf(drawn));
    const desired = await read(manifestsOf(drawn));
    await run(simulation, await planFor(simulation, desired), { concurrency: 8 });
    const after = await planFor(simulation, desired);
    const lastApply = recordOf(desired, (address) => after.known.get(address)?.id, "gone");
    const kept = await planFor(simulation, desired, { lastApply });
    expect(deletedIn(kept)).toEqual([]);
    expect([...after.known].map(([address, { id }]) => [address, id])).toEqual(
      [...kept.known].map(([address, { id }]) => [address, id]),
    );
    expect(describeSteps(after.document.steps)).toBe(describeSteps([]));
  },
  0.5,
);
