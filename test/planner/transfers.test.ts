import { describe, expect, test } from "vitest";
import { planFor, read, run, type Simulation, simulate } from "../laws/harness/simulation.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";

/** Acme has a collection with a space and another collection in it, and globex has a space. */
const seed = {
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [{ email: "ana@acme.example" }],
      collections: [
        {
          id: "col_0",
          title: "Guides",
          order: ["sp_1", "col_1"],
          collections: [{ id: "col_1", title: "More", order: ["sp_2"] }],
        },
      ],
      spaces: [
        { id: "sp_1", title: "Intro", collection: "col_0" },
        { id: "sp_2", title: "Deep", collection: "col_1" },
        { id: "sp_3", title: "Notes" },
      ],
    },
    {
      id: "org_globex",
      title: "Globex",
      members: [{ email: "ana@acme.example" }],
      spaces: [{ id: "sp_there", title: "There" }],
    },
  ],
};

const guides = { collections: { guides: { title: "Guides", transferTo: "globex" } } };

const manifests = (acme: object, globex: object = {}) => ({
  "acme.yaml": { organization: "acme", ...acme },
  "globex.yaml": { organization: "globex", ...globex },
});

/** The actions of a plan by address, and its calls. */
async function planned(acme: object, globex: object = {}, simulation: Simulation = simulate(seed)) {
  const made = await planFor(simulation, await read(manifests(acme, globex)));
  const { changes, steps, phase, diagnostics } = made.document;
  return {
    made,
    phase,
    codes: diagnostics.map(({ code }) => code),
    changes: changes.map(({ address, action }) => `${action} ${address}`),
    reasons: changes.map(({ reason }) => reason),
    calls: steps.map(({ operation, params }) => `${operation} ${Object.values(params).at(-1)}`),
  };
}

describe("a plan with transfers", () => {
  const acme = { ...guides, spaces: { notes: { title: "Release notes", previously: ["Notes"] } } };

  test("holds the transfers alone, and says so", async () => {
    const one = await planned(acme, { spaces: { intro: { id: "sp_1", title: "Introduction" } } });
    expect(one).toMatchObject({
      phase: "transfers",
      codes: ["DF3012"],
      calls: ["transferCollection col_0"],
      changes: [
        "move acme/collections.guides",
        "move acme/collections.id:col_1",
        "move acme/spaces.id:sp_2",
        "move acme/spaces.id:sp_1",
      ],
    });
    const { summary, unmanaged } = one.made.document;
    expect([summary.unchanged, unmanaged]).toEqual([0, []]);
  });

  test("is followed by one that holds the rest: apply, apply, and the plan is empty", async () => {
    const simulation = simulate(seed);
    const wanted = { spaces: { intro: { id: "sp_1", title: "Introduction" } } };
    await run(simulation, (await planned(acme, wanted, simulation)).made, { concurrency: 1 });
    const second = await planned(acme, wanted, simulation);
    expect(second).toMatchObject({
      phase: undefined,
      codes: [],
      calls: ["updateSpace sp_3", "updateSpace sp_1"],
    });
    await run(simulation, second.made, { concurrency: 1 });
    expect(await planned(acme, wanted, simulation)).toMatchObject({ calls: [], changes: [] });
  });

  test("is done with one apply, which ends well and says how to see the rest", async () => {
    const platform = await startTestPlatform(seed);
    const cwd = folderWith({
      "docform.yaml": "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n",
      "manifests/acme.yaml": JSON.stringify(manifests(acme)["acme.yaml"]),
      "manifests/globex.yaml": JSON.stringify({
        organization: "globex",
        spaces: { there: { title: "There" } },
      }),
    });
    const docform = (line: string) => quietly(line, { cwd, env: platform.env, sleep: platform.sleep });
    const first = await docform("apply --yes --rehearse");
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain("The transfers are done. docform plan shows the rest: 1 API call.");
    expect(await docform("apply --yes")).toMatchObject({ code: 0 });
    expect((await docform("plan")).stdout).toContain("No changes.");
  });

  test("makes no call of its own for what goes along", async () => {
    const inner = { intro: { title: "Intro", transferTo: "id:org_globex" } };
    expect(await planned({ ...guides, spaces: inner })).toMatchObject({
      calls: ["transferCollection col_0"],
    });
  });
});

describe("a transfer is blocked", () => {
  test("while the manifests keep something inside in its organization", async () => {
    const { changes, reasons, calls } = await planned({ ...guides, spaces: { intro: { title: "Intro" } } });
    expect([changes, calls]).toEqual([["blocked acme/collections.guides"], []]);
    expect(reasons[0]).toContain("this is declared here: acme/spaces.intro");
  });

  test.each([
    ["it", { manage: { collections: "exact" }, collections: {} }, '"Guides" (col_0)'],
    ["something inside", { manage: { spaces: "exact" }, spaces: {} }, '"Deep" (sp_2)'],
  ])("where the next plan would delete %s", async (_, globex, name) => {
    const { reasons, calls } = await planned(guides, { ...globex, spaces: { there: { title: "There" } } });
    expect(calls).toEqual([]);
    expect(reasons[0]).toContain(
      `exactly and does not declare ${name}, so the next plan would delete it there`,
    );
  });

  test("with what it is in", async () => {
    const spaces = { intro: { title: "Intro", transferTo: "globex" } };
    const { reasons } = await planned(
      { ...guides, spaces },
      { manage: { collections: "exact" }, collections: {} },
    );
    expect(reasons[1]).toBe("acme/collections.guides is blocked");
  });
});

test("what the platform refuses is an error of that step", async () => {
  const [acme, globex] = structuredClone(seed.organizations);
  const simulation = simulate({
    organizations: [
      { ...acme, sites: [{ id: "site_0", title: "Hub", structure: [{ space: "sp_3" }] }] },
      globex,
    ],
  });
  const { made, calls } = await planned(
    { spaces: { notes: { title: "Notes", transferTo: "globex" } } },
    {},
    simulation,
  );
  expect(calls).toEqual(["transferSpace sp_3"]);
  await expect(run(simulation, made, { concurrency: 1 })).rejects.toThrow("transferSpace acme/spaces.notes");
});
