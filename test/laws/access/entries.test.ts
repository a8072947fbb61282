import { expect } from "vitest";
import { handleRaw } from "../../../src/platform/platform.ts";
import { accessChanged, readTouched } from "../../../src/runs/apply/effective-access.ts";
import { law } from "../harness/law.ts";
import { describeSteps, judge, read, run, type Simulation, simulate } from "../harness/simulation.ts";
import {
  type EntriesWorld,
  endOfEntries,
  entriesWorld,
  manifestOfEntries,
  seedOfEntries,
} from "../worlds/entries-world.ts";

law(
  "access: entries become as declared by the fewest calls, and the report says how the platform's aggregates differ",
  entriesWorld,
  async (drawn) => {
    const simulation = simulate(seedOfEntries(drawn), undefined, undefined, "gitbook");
    const desired = await read({ "all.yaml": manifestOfEntries(drawn) }, "gitbook");
    const plan = (await judge(simulation, desired))({ allowed: { ownerless: true, access: true } });
    const { document } = plan;
    const { calls, end } = endOfEntries(drawn);
    expect(document.steps.length, describeSteps(document.steps)).toBe(calls);
    expect(document.guards.filter(({ held }) => held)).toEqual([]);
    const look = async () => ({
      raw: aggregateOf(simulation, drawn),
      read: await readTouched(simulation.reader, plan, plan.live),
    });
    const before = await look();
    await run(simulation, plan, { concurrency: 4 });
    const after = await look();
    expect(stateOf(simulation, drawn), describeSteps(document.steps)).toEqual(end);
    expect((await judge(simulation, desired))({}).document.steps).toEqual([]);
    const said = accessChanged(before.read ?? new Map(), after.read ?? new Map());
    const people = [...new Set([...before.raw.keys(), ...after.raw.keys()])].sort();
    const differs = people.filter((one) => before.raw.get(one) !== after.raw.get(one));
    expect(said.map((one) => [one.person, one.before, one.after])).toEqual(
      differs.map((one) => [one, before.raw.get(one), after.raw.get(one)]),
    );
  },
  0.25,
);

/** The role that the platform says each person has in the end, by email: its answer as it is. */
function aggregateOf({ platform }: Simulation, { owner }: EntriesWorld): ReadonlyMap<string, string> {
  const url = `${owner.path}/permissions/aggregate?limit=1000`;
  const headers = { authorization: "Bearer docform-admin" };
  const { bodyText } = handleRaw(platform, { method: "GET", url, headers, bodyText: "" });
  const { items } = JSON.parse(bodyText) as {
    readonly items: readonly {
      readonly permission: string | null;
      readonly user: { readonly email: string };
    }[];
  };
  return new Map(
    items.flatMap(({ user, permission }) => (permission === null ? [] : [[user.email, permission] as const])),
  );
}

/** The entries and the level in the state of the platform. */
function stateOf({ platform: { state } }: Simulation, { owner }: EntriesWorld) {
  const sites = state.organizations.byId.org_acme?.sites.byId;
  const all = { spaces: state.spaces, collections: state.collections, sites }[owner.key];
  const { access, defaultLevel: level } = all?.[owner.id] ?? {};
  const entries = Object.entries(access ?? {}).flatMap(([sort, some]) =>
    Object.entries(some).map(([id, role]) => [`${sort} ${id}`, role]),
  );
  return { entries: Object.fromEntries(entries), level };
}
