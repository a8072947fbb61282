import fc from "fast-check";
import { expect } from "vitest";
import type { Desired } from "../../src/model/desired.ts";
import type { LiveResource } from "../../src/model/live.ts";
import type { LastApply, RecordedResource } from "../../src/planner/match/recorded-ids.ts";
import type { Plan } from "../../src/planner/plan.ts";
import { law } from "./harness/law.ts";
import { randomFrom } from "./harness/random.ts";
import { entryFor, recordOf, recordWith } from "./harness/recorded.ts";
import { describeSteps, planFor, read, run, simulate } from "./harness/simulation.ts";
import { manifestsOf, seedOf, world } from "./worlds/world.ts";

/** Every value of every address that cannot be read back, as if another one had been sent last. */
function hashesOf({ values }: Desired["resources"][number]): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, "another value"]));
}

function deletedIn({ document }: Plan): readonly string[] {
  return document.changes.flatMap(({ action, id }) => (action === "delete" ? (id ?? []) : []));
}

/** The codes of errors that say which line to write. */
const lineToWrite = /^(DF3001|DF3002|DF3009) /;

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
      return [address, { id: other?.id ?? `gone_${seed}`, kind, unverifiable: hashesOf(resource) }];
    });
    const made = await planFor(simulation, desired, { lastApply: recordWith(entries) });
    expect(describeSteps(made.document.steps)).toBe(describeSteps(without.document.steps));
  },
  0.5,
);

/** A translation of another language is another thing (A33), and a group at another place may be rebuilt (A25). */
const notAsked = ["translation", "section", "section-group", "site-space"];

/** A record in which addresses have the ids of any objects of their kind. */
function anyRecord(desired: Desired, live: readonly LiveResource[], random: () => number): LastApply {
  const entries = desired.resources.flatMap(({ address, kind }): [string, RecordedResource][] => {
    const all = live.filter((one) => one.kind === kind && !notAsked.includes(kind));
    const told = all[Math.floor(random() * all.length)];
    return told === undefined || random() < 0.2 ? [] : [[address, entryFor(told)]];
  });
  return recordWith(entries);
}

law(
  "the record: whatever is in it, a plan stops and says which line to write, or converges, and the next one is empty",
  fc.tuple(world, fc.integer()),
  async ([drawn, seed]) => {
    const simulation = simulate(seedOf(drawn));
    const desired = await read(manifestsOf(drawn));
    const without = await planFor(simulation, desired);
    const lastApply = anyRecord(desired, without.live.resources, randomFrom(seed));
    const made = await planFor(simulation, desired, { lastApply }).catch((problem: Error) => problem);
    if (made instanceof Error) {
      const codes = made.message.split("\n");
      expect(codes.filter((line) => !lineToWrite.test(line)).join()).toBe("");
      return;
    }
    await run(simulation, made, { concurrency: 8 });
    const second = await planFor(simulation, desired, { lastApply });
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
    expect([...after.liveByAddress()].map(([address, { id }]) => [address, id])).toEqual(
      [...kept.liveByAddress()].map(([address, { id }]) => [address, id]),
    );
    expect(describeSteps(after.document.steps)).toBe(describeSteps([]));
  },
  0.5,
);
