import { expect, test } from "vitest";
import { planFor, read, run, simulate } from "../laws/harness/simulation.ts";

/** A collection that holds a space which stays: the transfer of the one is blocked by the other. */
const seed = {
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      collections: [{ id: "col_0", title: "Guides", order: ["sp_1"] }],
      spaces: [{ id: "sp_1", title: "Intro", collection: "col_0" }],
    },
    { id: "org_globex", title: "Globex" },
  ],
};

const globex = { organization: "globex", collections: { guides: { id: "col_0", title: "Guides there" } } };

/** The manifests; the collection that goes is found by its title, unless more is said of it. */
const manifests = (more: object = {}) => ({
  "acme.yaml": {
    organization: "acme",
    collections: { guides: { title: "Guides", transferTo: "globex", ...more } },
    spaces: { intro: { title: "Intro" } },
  },
  "globex.yaml": globex,
});

test("what a plan calls impossible is left alone, also when somebody renames what it is about", async () => {
  const simulation = simulate(seed);
  const desired = await read(manifests());
  const reviewed = await planFor(simulation, desired);
  expect(reviewed.document.changes.map(({ address, action }) => [address, action])).toEqual([
    ["acme/collections.guides", "blocked"],
  ]);
  expect(reviewed.document).toMatchObject({ steps: [], observed: {} });

  await simulation.client.call("updateCollection", {
    params: { collectionId: "col_0" },
    body: { title: "Renamed" },
  });
  const before = simulation.mutations.length;
  await run(simulation, reviewed, { concurrency: 1 });
  expect(simulation.mutations).toHaveLength(before);
  await expect(planFor(simulation, desired)).rejects.toThrow("DF3003 globex/collections.guides");
});

test("a pinned id that is in another organization is said to be there, and how it comes from there", async () => {
  const renamed = structuredClone(seed);
  for (const { collections = [] } of renamed.organizations)
    for (const collection of collections) collection.title = "Renamed";
  const simulation = simulate(renamed);
  await expect(planFor(simulation, await read(manifests()))).rejects.toThrow(
    'DF3003 globex/collections.guides is pinned to id "col_0", which is in the organization "acme"',
  );
  const { document } = await planFor(simulation, await read(manifests({ id: "col_0" })));
  expect(document.changes.map(({ action }) => action)).toEqual(["blocked"]);
});

test("while it is unclear what is transferred, it is not said that nothing comes to what is pinned to it", async () => {
  const [acme, there] = seed.organizations;
  const twin = { id: "col_1", title: "Guides" };
  const simulation = simulate({
    organizations: [{ ...acme, collections: [...(acme?.collections ?? []), twin] }, there],
  });
  const problem = await planFor(simulation, await read(manifests())).catch(String);
  expect(problem).toContain("DF3001 acme/collections.guides fits 2 live objects");
  expect(problem).not.toContain("DF3003");
});

test.each([
  ["is in another organization", "id:sp_1"],
  ["is another kind of thing", "id:col_0"],
])("an order that names what %s: the plan goes on without what is not there, and warns", async (_, space) => {
  const desired = await read({
    "acme.yaml": { organization: "acme", spaces: { intro: { title: "Intro" } } },
    "globex.yaml": {
      organization: "globex",
      order: [{ space }, { collection: "new" }],
      collections: { new: { title: "New" } },
    },
  });
  const { document } = await planFor(simulate(seed), desired);
  expect(document.diagnostics.map(({ code }) => code)).toEqual(["DF3003"]);
  expect(document.steps.map(({ operation }) => operation)).toContain("createCollection");
});

test("an order that names what is restored names it: it is there by then", async () => {
  const [acme] = seed.organizations;
  const spaces = [
    { id: "sp_1", title: "Intro", deletedAt: "2026-01-05T08:00:00Z" },
    { id: "sp_2", title: "More" },
  ];
  const simulation = simulate({
    now: "2026-01-05T09:00:00Z",
    organizations: [{ ...acme, collections: [], spaces }],
  });
  const desired = await read({
    "acme.yaml": {
      organization: "acme",
      order: [{ space: "id:sp_1" }, { space: "more" }],
      spaces: { intro: { id: "sp_1", title: "Intro" }, more: { title: "More" } },
    },
  });
  const made = await planFor(simulation, desired);
  expect(made.document.diagnostics).toEqual([]);
  await run(simulation, made, { concurrency: 1 });
  expect(simulation.mutations).toEqual(["POST /v1/spaces/sp_1/restore", "POST /v1/spaces/sp_2/move"]);
  expect((await planFor(simulation, desired)).document.steps).toEqual([]);
});
