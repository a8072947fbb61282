import { describe, expect, test } from "vitest";
import type { Observed } from "../src/planner/preconditions/footprint.ts";
import { recordOf } from "./laws/recorded.ts";
import { planFor, read, run, type Scope, type Simulation, simulate } from "./laws/simulation.ts";

/** An organization with these things in it, and one that things can be transferred to. */
function platformWith(parts: object): Simulation {
  return simulate({
    organizations: [
      { id: "org_acme", title: "Acme", ...parts },
      { id: "org_globex", title: "Globex" },
    ],
  });
}

const acme = (parts: object) => read({ "acme.yaml": { organization: "acme", ...parts } });
type Manifests = Awaited<ReturnType<typeof acme>>;

/** The calls of a plan, each with the last id that it names; they are made. */
async function apply(simulation: Simulation, desired: Manifests, scope: Scope = {}) {
  const made = await planFor(simulation, desired, scope);
  await run(simulation, made, { concurrency: 1 });
  return made.document.steps.map(({ operation, params }) => `${operation} ${Object.values(params).at(-1)}`);
}

/** What is left to do once a plan has run, and what its record says. */
async function left(simulation: Simulation, desired: Manifests) {
  const { document } = await planFor(simulation, desired);
  return document.steps.map(({ operation, address }) => `${operation} ${address}`);
}

const teams = (more: object) => acme({ teams: { t0: { title: "Old", ...more } } });

describe("what shall go, when something else has its name by now", () => {
  const collections = (more: object) => acme({ collections: { t0: { title: "Old", ...more } } });

  /** Two collections of one name, and the record of the time when the second one had another. */
  async function twoOfOneName() {
    const simulation = platformWith({
      collections: [
        { id: "col_0", title: "Old" },
        { id: "col_1", title: "Other" },
      ],
    });
    const lastApply = recordOf(await planFor(simulation, await collections({})));
    const params = { collectionId: "col_1" };
    await simulation.client.call("updateCollection", { params, body: { title: "Old" } });
    return { simulation, lastApply };
  }

  test.each([
    ["deleted", { absent: true }],
    ["transferred", { transferTo: "id:org_globex" }],
  ])("is not %s by the record: the next plan would take the other one", async (_, more) => {
    const { simulation, lastApply } = await twoOfOneName();
    await expect(planFor(simulation, await collections(more), { lastApply })).rejects.toThrow(
      'DF3001 acme/collections.t0 fits 2 live objects: "col_0" (Old), and once that has gone "col_1" (Old)',
    );
  });

  test("says all that it would be taken for", async () => {
    const { simulation, lastApply } = await twoOfOneName();
    const params = { organizationId: "org_acme" };
    const third = await simulation.client.call("createCollection", { params, body: { title: "Old" } });
    await expect(planFor(simulation, await collections({ absent: true }), { lastApply })).rejects.toThrow(
      `fits 3 live objects: "col_0" (Old), and once that has gone "col_1" (Old) or "${third.id}" (Old)`,
    );
  });

  test("goes when it is pinned, and nothing else does", async () => {
    const { simulation, lastApply } = await twoOfOneName();
    const desired = await collections({ absent: true, id: "col_0" });
    expect(await apply(simulation, desired, { lastApply })).toEqual(["deleteCollection col_0"]);
    expect(await left(simulation, desired)).toEqual([]);
  });

  test("stays as it is while it is declared", async () => {
    const { simulation, lastApply } = await twoOfOneName();
    expect(await apply(simulation, await collections({}), { lastApply })).toEqual([]);
  });

  test("goes by the record when the other one goes too, as teams are exact", async () => {
    const simulation = platformWith({ teams: [{ id: "team_0", title: "Old" }] });
    const lastApply = recordOf(await planFor(simulation, await teams({})));
    const params = { organizationId: "org_acme" };
    const { id } = await simulation.client.call("createTeam", { params, body: { title: "Old" } });
    const desired = await acme({
      manage: { teams: "exact" },
      teams: { t0: { title: "Old", absent: true } },
    });
    expect((await apply(simulation, desired, { lastApply })).sort()).toEqual(
      ["deleteTeam team_0", `deleteTeam ${id}`].sort(),
    );
    expect(await left(simulation, desired)).toEqual([]);
  });
});

test("what is transferred to where it shall not be is no other one than itself", async () => {
  const simulation = platformWith({ collections: [{ id: "col_0", title: "Old" }] });
  const desired = await read({
    "acme.yaml": { organization: "acme", collections: { t0: { title: "Old", transferTo: "globex" } } },
    "globex.yaml": { organization: "globex", collections: { t0: { title: "Old", absent: true } } },
  });
  const calls = ["transferCollection col_0", "deleteCollection col_0"];
  expect(await apply(simulation, desired)).toEqual(calls);
  expect(await left(simulation, desired)).toEqual([]);
});

describe("what shall go, and is told apart by more than its name", () => {
  const spaces = [
    { id: "sp_1", title: "Intro", collection: "col_a" },
    { id: "sp_2", title: "Intro", collection: "col_b" },
  ];
  const platform = (those: readonly object[] = spaces) =>
    platformWith({
      collections: [
        { id: "col_a", title: "A" },
        { id: "col_b", title: "B" },
      ],
      spaces: those,
    });
  const intro = { title: "Intro", collection: "a", absent: true };
  const declared = (more: object = {}, a: object = {}) =>
    acme({ collections: { a: { title: "A", ...a }, b: { title: "B" } }, spaces: { intro, ...more } });

  test("by its collection: its title alone would be taken for the other one next", async () => {
    await expect(planFor(platform(), await declared())).rejects.toThrow(
      'DF3001 acme/spaces.intro fits 2 live objects: "sp_1" (Intro), and once that has gone "sp_2" (Intro)',
    );
  });

  test("by its collection, which goes too", async () => {
    await expect(planFor(platform(), await declared({}, { absent: true }))).rejects.toThrow(
      "DF3001 acme/spaces.intro fits 2 live objects",
    );
  });

  test("by its collection, where the other one is declared: it goes, and that stays", async () => {
    const simulation = platform();
    const desired = await declared({ other: { title: "Intro", collection: "b" } });
    expect(await apply(simulation, desired)).toEqual(["deleteSpace sp_1"]);
    expect(await left(simulation, desired)).toEqual([]);
  });

  test("by its old name: the new one would be taken for the other one next", async () => {
    const simulation = platformWith({
      teams: [
        { id: "team_1", title: "Older" },
        { id: "team_2", title: "Old" },
      ],
    });
    const desired = await teams({ previously: ["Older"], absent: true });
    await expect(planFor(simulation, desired)).rejects.toThrow(
      'DF3001 acme/teams.t0 fits 2 live objects: "team_1" (Older), and once that has gone "team_2" (Old)',
    );
  });

  test("rests on it that nothing else answers to any of its names", async () => {
    const { document } = await planFor(platform(spaces.slice(0, 1)), await declared());
    const { claims } = (document.observed as Observed)["acme/spaces.intro"] ?? {};
    expect(claims).toEqual([
      { where: { title: "Intro", collection: "col_a" }, by: ["sp_1"] },
      { where: { title: "Intro" }, by: ["sp_1"] },
    ]);
  });
});
