import fc from "fast-check";
import { expect } from "vitest";
import type { Desired } from "../../src/model/desired.ts";
import type { LiveResource } from "../../src/model/live.ts";
import type { RecordedResource } from "../../src/planner/match/last-apply.ts";
import type { Plan } from "../../src/planner/plan.ts";
import { law } from "./law.ts";
import { randomFrom } from "./random.ts";
import { entryFor, recordOf, recordWith } from "./recorded.ts";
import { describeSteps, planFor, read, run, simulate } from "./simulation.ts";
import { manifestsOf, seedOf, world } from "./world.ts";

/** Every value of every address that cannot be read back, as if another one had been sent last. */
function hashesOf({ values }: Desired["resources"][number]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, "another value"]));
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
    const live = without.live.resources;
    const entries = desired.resources.map((resource): [string, RecordedResource] => {
      const others = live.filter(({ kind }) => kind !== resource.kind);
      const other = random() < 0.5 ? others[Math.floor(random() * others.length)] : undefined;
      const { address, kind } = resource;
      const unverifiable = hashesOf(resource);
      const gone = { kind, id: `gone_${seed}`, organization: "acme", answer: {}, memberships: {} };
      return [address, { ...entryFor(address, other ?? gone), kind, unverifiable }];
    });
    const made = await planFor(simulation, desired, { lastApply: recordWith(entries) });
    expect(describeSteps(made.document.steps)).toBe(describeSteps(without.document.steps));
  },
  0.5,
);

/** Entries that no apply has written of an address: without a seal, copied from elsewhere, or put together. */
function falsehoods(address: string, told: LiveResource, other: LiveResource): readonly RecordedResource[] {
  const { seal: _, ...unsealed } = entryFor(address, told);
  const mixed = other.id === told.id ? [] : [{ ...entryFor(address, told), id: other.id }];
  return [unsealed, entryFor("elsewhere", told), { ...unsealed, seal: "0".repeat(64) }, ...mixed];
}

law(
  "the record: whatever is in it, a false entry makes no plan delete or replace anything, and plans converge",
  fc.tuple(world, fc.integer()),
  async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const simulation = simulate(seedOf(drawn));
    const desired = await read(manifestsOf(drawn));
    const without = await planFor(simulation, desired);
    const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
    const entries = desired.resources.flatMap(({ address, kind }): [string, RecordedResource][] => {
      const live = without.live.resources.filter((one) => one.kind === kind);
      const [told, other] = [any(live), any(live)];
      if (told === undefined || other === undefined || random() < 0.2) return [];
      return [[address, any(falsehoods(address, told, other)) ?? entryFor("elsewhere", told)]];
    });
    const lastApply = recordWith(entries);
    const made = await planFor(simulation, desired, { lastApply });
    const beyond = deletedIn(made).filter((id) => !deletedIn(without).includes(id));
    expect(beyond).toEqual([]);
    expect(describeSteps(made.document.steps)).toBe(describeSteps(without.document.steps));
    await run(simulation, made, { concurrency: 8 });
    const second = await planFor(simulation, desired, { lastApply });
    expect(describeSteps(second.document.steps)).toBe(describeSteps([]));
  },
);

law(
  "the record: one that is old, of addresses that were something else once, still leads to what is declared",
  fc.tuple(world, fc.integer()),
  async ([drawn, seed]) => {
    const random = randomFrom(seed);
    const simulation = simulate(seedOf(drawn));
    const desired = await read(manifestsOf(drawn));
    const { live } = await planFor(simulation, desired);
    const entries = desired.resources.flatMap(({ address, kind }): [string, RecordedResource][] => {
      const all = live.resources.filter((one) => one.kind === kind);
      const told = all[Math.floor(random() * all.length)];
      return told === undefined ? [] : [[address, entryFor(address, told)]];
    });
    const scope = { lastApply: recordWith(entries) };
    await run(simulation, await planFor(simulation, desired, scope), { concurrency: 8 });
    const second = await planFor(simulation, desired, scope);
    expect(describeSteps(second.document.steps)).toBe(describeSteps([]));
    const third = await planFor(simulation, desired, { lastApply: recordOf(second) });
    expect(describeSteps(third.document.steps)).toBe(describeSteps([]));
  },
);

law(
  "the record: who loses it after an apply loses nothing that is live, and the next plan is empty",
  world,
  async (drawn) => {
    const simulation = simulate(seedOf(drawn));
    const desired = await read(manifestsOf(drawn));
    await run(simulation, await planFor(simulation, desired), { concurrency: 8 });
    const after = await planFor(simulation, desired);
    const kept = await planFor(simulation, desired, { lastApply: recordOf(after) });
    expect(deletedIn(kept)).toEqual([]);
    expect([...after.known()].map(([address, { id }]) => [address, id])).toEqual(
      [...kept.known()].map(([address, { id }]) => [address, id]),
    );
    expect(describeSteps(after.document.steps)).toBe(describeSteps([]));
  },
  0.5,
);
