import { expect, test } from "vitest";
import { planFor, read, run, simulate } from "../laws/harness/simulation.ts";

/** A site with sections that show one space, and two. */
const platform = () =>
  simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        spaces: [
          { id: "sp_one", title: "One" },
          { id: "sp_two", title: "Two" },
          { id: "sp_three", title: "Three" },
          { id: "sp_four", title: "Four" },
        ],
        sites: [
          {
            id: "site_hub",
            title: "Hub",
            structure: [
              { section: "Alpha", spaces: [{ space: "sp_one" }, { space: "sp_two" }] },
              { section: "Beta", spaces: [{ space: "sp_one" }] },
              { section: "Gamma", spaces: [{ space: "sp_three" }, { space: "sp_four" }] },
            ],
          },
        ],
      },
    ],
  });

const section = (key: string, title: string, ...spaces: readonly string[]) => ({
  section: key,
  title,
  spaces: spaces.map((space) => ({ space })),
});

/** The sections after the first, in a project where of all spaces but one nothing is declared. */
const manifests = (sections: readonly object[], spaces: object) => ({
  "acme.yaml": {
    organization: "acme",
    manage: { spaces: "exact" },
    spaces: { two: { title: "Two" }, ...spaces },
    sites: { hub: { title: "Hub", structure: [section("alpha", "Alpha", "two"), ...sections] } },
  },
});

test("what a declared section shows alone stays, while nothing else can be shown there", async () => {
  const simulation = platform();
  const both = [section("beta", "Beta", "gone"), section("gamma", "Gamma", "gone")];
  const desired = await read(manifests(both, { gone: { title: "Gone" } }));
  const made = await planFor(simulation, desired);
  const blocked = made.document.changes.filter(({ action, id }) => action === "blocked" && id !== undefined);
  const why = (key: string): unknown =>
    expect.stringContaining(`acme/sites.hub.sections.${key} shows nothing else, and would be deleted along`);
  expect(Object.fromEntries(blocked.map(({ id, reason }) => [id, reason]))).toEqual({
    sp_one: why("beta"),
    sp_three: why("gamma"),
    sp_four: why("gamma"),
  });
  await run(simulation, made, { concurrency: 1 });
  expect((await planFor(simulation, desired)).document.steps).toEqual([]);
  expect(simulation.mutations.filter((one) => one.startsWith("DELETE /v1/spaces"))).toEqual([]);
});

test("it goes once the section shows something else, or goes too", async () => {
  for (const [beta, more] of [
    [section("beta", "Beta", "two"), {}],
    [{ ...section("beta", "Beta", "gone"), absent: true }, { gone: { title: "Gone" } }],
  ] as const) {
    const simulation = platform();
    const desired = await read(manifests([beta], more));
    await run(simulation, await planFor(simulation, desired), { concurrency: 1 });
    expect(simulation.mutations).toContain("DELETE /v1/spaces/sp_one");
    expect((await planFor(simulation, desired)).document.steps).toEqual([]);
  }
});
