import { expect, test } from "vitest";
import { planFor, read, run, simulate } from "./laws/simulation.ts";

/** A site with a section that shows one space, and one that shows two. */
const platform = () =>
  simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        spaces: [
          { id: "sp_one", title: "One" },
          { id: "sp_two", title: "Two" },
        ],
        sites: [
          {
            id: "site_hub",
            title: "Hub",
            structure: [
              { section: "Alpha", spaces: [{ space: "sp_one" }, { space: "sp_two" }] },
              { section: "Beta", spaces: [{ space: "sp_one" }] },
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

/** The second section, in a project where of all spaces but one nothing is declared. */
const manifests = (beta: object, spaces: object) => ({
  "acme.yaml": {
    organization: "acme",
    manage: { spaces: "exact" },
    spaces: { two: { title: "Two" }, ...spaces },
    sites: { hub: { title: "Hub", structure: [section("alpha", "Alpha", "two"), beta] } },
  },
});

test("what a declared section shows alone stays, while nothing else can be shown there", async () => {
  const simulation = platform();
  const desired = await read(manifests(section("beta", "Beta", "gone"), { gone: { title: "Gone" } }));
  const made = await planFor(simulation, desired);
  expect(made.document.changes).toContainEqual(
    expect.objectContaining({
      action: "blocked",
      id: "sp_one",
      reason: expect.stringContaining(
        "acme/sites.hub.sections.beta shows nothing else, and would be deleted along; give it something else to show, or make it absent",
      ),
    }),
  );
  await run(simulation, made, { concurrency: 1 });
  const second = await planFor(simulation, desired);
  expect(second.document.steps).toEqual([]);
  expect(simulation.mutations.filter((one) => one.startsWith("DELETE /v1/spaces"))).toEqual([]);
});

test("it goes once the section shows something else, or goes too", async () => {
  for (const [beta, more] of [
    [section("beta", "Beta", "two"), {}],
    [{ ...section("beta", "Beta", "gone"), absent: true }, { gone: { title: "Gone" } }],
  ] as const) {
    const simulation = platform();
    const desired = await read(manifests(beta, more));
    await run(simulation, await planFor(simulation, desired), { concurrency: 1 });
    expect(simulation.mutations).toContain("DELETE /v1/spaces/sp_one");
    expect((await planFor(simulation, desired)).document.steps).toEqual([]);
  }
});
