import { describe, expect, test } from "vitest";
import { planFor, read, run, type Simulation, simulate } from "./laws/simulation.ts";

/** Spaces that sites show, and that translations translate or make; and another organization. */
const platform = (): Simulation =>
  simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        collections: [{ id: "col_guides", title: "Guides" }],
        spaces: [
          { id: "sp_free", title: "Free" },
          { id: "sp_shown", title: "Shown" },
          { id: "sp_also", title: "Also" },
          { id: "sp_source", title: "Source", language: "en" },
          { id: "sp_made", title: "Made", language: "fr" },
          { id: "sp_in", title: "In", collection: "col_guides" },
        ],
        sites: [
          {
            id: "site_hub",
            title: "Hub",
            structure: [
              { space: "sp_also", id: "ss_also" },
              { space: "sp_shown", id: "ss_shown" },
              { space: "sp_in", id: "ss_in" },
            ],
          },
        ],
        translations: [{ id: "tr_fr", space: "sp_source", language: "fr", result: "sp_made" }],
      },
      { id: "org_globex", title: "Globex" },
    ],
  });

const transferred = (id: string) => ({ x: { id, transferTo: "globex" } });

/** The reasons of what a plan blocks, by address, and its calls, which all succeed; then nothing is left to do. */
async function planned(acme: object, globex: object = { spaces: {} }) {
  const simulation = platform();
  const desired = await read({
    "acme.yaml": { organization: "acme", ...acme },
    "globex.yaml": { organization: "globex", ...globex },
  });
  const made = await planFor(simulation, desired);
  await run(simulation, made, { concurrency: 1 });
  expect((await planFor(simulation, desired)).document.steps).toEqual([]);
  const { steps } = made.document;
  const last = steps.at(-1);
  // A transfer waits for all that sets free what it takes.
  if (last?.operation.startsWith("transfer"))
    expect(last.after).toEqual(steps.slice(0, -1).map(({ id }) => id));
  const blocked = made.document.changes.filter(({ action }) => action === "blocked");
  return {
    blocked: Object.fromEntries(blocked.map(({ address, reason }) => [address, reason])),
    calls: made.document.steps.map(({ operation }) => operation),
  };
}

describe("what something here needs is not transferred: the plan says what needs it, and sends nothing for it", () => {
  test.each([
    {
      what: "a site that no manifest speaks of shows it",
      acme: { spaces: transferred("sp_shown") },
      by: "acme/sites.id:site_hub.spaces.id:ss_shown has it as its space",
    },
    {
      what: "a site whose structure is not declared shows it",
      acme: { spaces: transferred("sp_shown"), sites: { hub: { title: "Hub" } } },
      by: "acme/sites.hub.spaces.id:ss_shown has it as its space",
    },
    {
      what: "a translation that no manifest speaks of has it as its source",
      acme: { spaces: transferred("sp_source") },
      by: "acme/translations.id:tr_fr has it as its source",
    },
    {
      what: "a translation that no manifest speaks of has made it",
      acme: { spaces: transferred("sp_made") },
      by: "acme/translations.id:tr_fr has it as its result",
    },
    {
      what: "a declared translation has made it",
      acme: {
        spaces: transferred("sp_made"),
        translations: { fr: { source: "id:sp_source", language: "fr" } },
      },
      by: "acme/translations.fr has it as its result",
    },
  ])("$what", async ({ acme, by }) => {
    expect(await planned(acme)).toEqual({
      blocked: { "acme/spaces.x": expect.stringContaining(by) },
      calls: [],
    });
  });

  test("also where it would go along with what it stands in", async () => {
    const { blocked, calls } = await planned({
      collections: { guides: { title: "Guides", transferTo: "globex" } },
    });
    expect(calls).toEqual([]);
    expect(blocked).toEqual({
      "acme/collections.guides": expect.stringContaining(
        'what stands in it goes along, and space "In" (sp_in) cannot: acme/sites.id:site_hub.spaces.id:ss_in has it as its space',
      ),
    });
  });

  test("and what is declared where it was to go waits for it", async () => {
    const { blocked, calls } = await planned(
      { spaces: transferred("sp_shown") },
      { spaces: { here: { id: "sp_shown", title: "Here" } } },
    );
    expect(calls).toEqual([]);
    expect(Object.keys(blocked)).toEqual(["acme/spaces.x", "globex/spaces.here"]);
  });
});

describe("what nothing needs any more by then is transferred, after the call that sets it free", () => {
  test.each([
    {
      what: "its site space goes",
      acme: {
        spaces: transferred("sp_shown"),
        sites: { hub: { title: "Hub", structure: [{ space: "id:sp_also" }, { space: "id:sp_in" }] } },
      },
      calls: ["deleteSiteSpace", "transferSpace"],
    },
    {
      what: "its site goes",
      acme: { spaces: transferred("sp_shown"), sites: { hub: { title: "Hub", absent: true } } },
      calls: ["deleteSite", "transferSpace"],
    },
    {
      what: "its site goes, since it is not declared",
      acme: { spaces: transferred("sp_shown"), manage: { sites: "exact" }, sites: {} },
      calls: ["deleteSite", "transferSpace"],
    },
    {
      what: "the site goes that shows what is in it",
      acme: {
        collections: { guides: { title: "Guides", transferTo: "globex" } },
        sites: { hub: { title: "Hub", absent: true } },
      },
      calls: ["deleteSite", "transferCollection"],
    },
    {
      what: "its site space shows another one",
      acme: {
        spaces: transferred("sp_shown"),
        sites: {
          hub: {
            title: "Hub",
            structure: [
              { space: "id:sp_also" },
              { id: "ss_shown", space: "id:sp_free" },
              { space: "id:sp_in" },
            ],
          },
        },
      },
      calls: ["updateSiteSpace", "transferSpace"],
    },
    {
      what: "the translation of it goes",
      acme: { spaces: transferred("sp_source"), translations: { fr: { id: "tr_fr", absent: true } } },
      calls: ["deleteTranslation", "transferSpace"],
    },
    {
      what: "the translation that made it goes",
      acme: { spaces: transferred("sp_made"), translations: { fr: { id: "tr_fr", absent: true } } },
      calls: ["deleteTranslation", "transferSpace"],
    },
    { what: "nothing needed it", acme: { spaces: transferred("sp_free") }, calls: ["transferSpace"] },
  ])("$what", async ({ acme, calls }) => {
    expect(await planned(acme)).toEqual({ blocked: {}, calls });
  });
});
