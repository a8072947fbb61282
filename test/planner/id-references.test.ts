import { describe, expect, test } from "vitest";
import { planFor, read, run, type Simulation, simulate } from "../laws/harness/simulation.ts";

/** Two sites, a provider and a translation that name something, and another organization. */
const platform = (): Simulation =>
  simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        teams: [
          { id: "team_docs", title: "Docs" },
          { id: "team_ops", title: "Ops" },
        ],
        collections: [{ id: "col_guides", title: "Guides" }],
        spaces: [
          { id: "sp_one", title: "One" },
          { id: "sp_two", title: "Two" },
          { id: "sp_three", title: "Three" },
          { id: "sp_four", title: "Four", language: "en" },
          { id: "sp_in", title: "In", collection: "col_guides" },
        ],
        sites: [
          { id: "site_flat", title: "Flat", structure: [{ space: "sp_one" }, { space: "sp_two" }] },
          {
            id: "site_deep",
            title: "Deep",
            structure: [{ section: "Third", spaces: [{ space: "sp_three" }] }],
          },
        ],
        saml: [{ id: "saml_okta", label: "Okta", defaultTeam: "team_docs" }],
        translations: [{ id: "tr_fr", space: "sp_four", language: "fr" }],
      },
      { id: "org_globex", title: "Globex", spaces: [{ id: "sp_globex", title: "Globex docs" }] },
    ],
  });

const okta = (defaultTeam: string) => ({ saml: { okta: { label: "Okta", defaultTeam } } });

const flat = (...spaces: readonly string[]) => ({
  sites: { f: { id: "site_flat", structure: spaces.map((space) => ({ space })) } },
});

const deep = (...spaces: readonly string[]) => {
  const third = {
    section: "third",
    title: "Third",
    protect: true,
    spaces: spaces.map((space) => ({ space })),
  };
  return { sites: { d: { id: "site_deep", structure: [third] } } };
};

const translation = (source: string) => ({ translations: { fr: { source, language: "fr" } } });

/** The reasons of what a plan blocks, by address, and its calls; running them leaves nothing to do. */
async function planned(acme: object, simulation = platform()) {
  const globex = { organization: "globex", spaces: {} };
  const desired = await read({ "acme.yaml": { organization: "acme", ...acme }, "globex.yaml": globex });
  const made = await planFor(simulation, desired);
  await run(simulation, made, { concurrency: 1 });
  const second = await planFor(simulation, desired);
  expect(second.document.steps).toEqual([]);
  const blocked = made.document.changes.filter(({ action }) => action === "blocked");
  return {
    blocked: Object.fromEntries(blocked.map(({ address, reason }) => [address, reason])),
    calls: made.document.steps.map(({ operation }) => operation),
    held: made.document.guards.filter(({ held }) => held),
  };
}

const namedBy = (address: string): unknown => expect.stringContaining(`${address} refers to it by its id`);

describe("what a manifest names by its id stays", () => {
  test.each([
    {
      what: "a space that is absent, shown by a site",
      acme: { spaces: { one: { id: "sp_one", absent: true } }, ...flat("id:sp_one", "id:sp_two") },
      address: "acme/spaces.one",
      by: "acme/sites.f.spaces.sp_one",
    },
    {
      what: "a space that is absent by its title, and is yet to be shown",
      acme: {
        spaces: { three: { title: "Three", absent: true } },
        ...flat("id:sp_one", "id:sp_two", "id:sp_three"),
      },
      address: "acme/spaces.three",
      by: "acme/sites.f.spaces.sp_three",
      calls: ["createSiteSpace"],
    },
    {
      what: "the only space of a protected section",
      acme: { spaces: { three: { id: "sp_three", absent: true } }, ...deep("id:sp_three") },
      address: "acme/spaces.three",
      by: "acme/sites.d.sections.third.spaces.sp_three",
    },
    {
      what: "a space that is declared nowhere, where all are to be",
      acme: {
        manage: { spaces: "exact" },
        spaces: { ...kept("one", "three", "four", "in") },
        ...flat("one", "id:sp_two"),
      },
      address: "acme/spaces.id:sp_two",
      by: "acme/sites.f.spaces.sp_two",
    },
    {
      what: "a team that is absent, a provider's default",
      acme: { teams: { docs: { id: "team_docs", absent: true } }, ...okta("id:team_docs") },
      address: "acme/teams.docs",
      by: "acme/saml.okta",
    },
    {
      what: "a team that is declared nowhere, where all are to be",
      acme: { manage: { teams: "exact" }, teams: { ops: { title: "Ops" } }, ...okta("id:team_docs") },
      address: "acme/teams.id:team_docs",
      by: "acme/saml.okta",
    },
    {
      what: "a site that is absent, and that the organization lands on",
      acme: {
        sites: { f: { id: "site_flat", absent: true } },
        settings: { defaultContent: "id:site_flat" },
      },
      address: "acme/sites.f",
      by: "acme/settings",
      calls: ["updateOrganization"],
    },
    {
      what: "a space that is transferred, shown by a site",
      acme: { spaces: { one: { id: "sp_one", transferTo: "globex" } }, ...flat("id:sp_one", "id:sp_two") },
      address: "acme/spaces.one",
      by: "acme/sites.f.spaces.sp_one",
    },
    {
      what: "the source of a translation, transferred",
      acme: { spaces: { four: { id: "sp_four", transferTo: "globex" } }, ...translation("id:sp_four") },
      address: "acme/spaces.four",
      by: "acme/translations.fr",
    },
  ])("$what", async ({ acme, address, by, calls = [] }) => {
    expect(await planned(acme)).toEqual({ blocked: { [address]: namedBy(by) }, calls, held: [] });
  });

  test("also where it would go along with what it is in", async () => {
    const collections = { guides: { title: "Guides", transferTo: "globex" } };
    const { blocked, calls } = await planned({ collections, ...flat("id:sp_one", "id:sp_two", "id:sp_in") });
    expect(blocked).toMatchObject({
      "acme/collections.guides": expect.stringContaining('space "In" (sp_in)'),
    });
    expect(calls).toEqual([]);
  });

  test("but not what is only copied, or what nobody names any more", async () => {
    const copied = {
      one: { id: "sp_one", absent: true },
      copy: { title: "Copy", duplicateFrom: "id:sp_one" },
    };
    const { blocked, calls } = await planned({ spaces: copied, ...flat("id:sp_two") });
    expect(blocked).toEqual({});
    expect(calls.toSorted()).toEqual(["deleteSiteSpace", "deleteSpace", "duplicateSpace", "updateSpace"]);
  });

  test("but not what an ignored field names: it is left as the platform has it", async () => {
    const saml = { okta: { label: "Okta", defaultTeam: "id:team_ops", ignore: ["defaultTeam"] } };
    const { blocked, calls } = await planned({ teams: { ops: { id: "team_ops", absent: true } }, saml });
    expect({ blocked, calls }).toEqual({ blocked: {}, calls: ["deleteTeam"] });
  });
});

/** Spaces as they are, by the ends of their ids. */
function kept(...names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { id: `sp_${name}` }]));
}

describe("what is named by an id that is not there is blocked, and no call is made for it", () => {
  const nowhere = (kind: string): string => `there is no ${kind} with the id nope`;

  test.each([
    {
      what: "a space in a structure",
      acme: flat("id:sp_one", "id:sp_two", "id:nope"),
      address: "acme/sites.f.spaces.nope",
      reason: nowhere("space"),
    },
    {
      what: "the default team of a provider",
      acme: okta("id:nope"),
      address: "acme/saml.okta",
      reason: nowhere("team"),
    },
    {
      what: "what an organization lands on",
      acme: { settings: { defaultContent: "id:nope" } },
      address: "acme/settings",
      reason: nowhere("site"),
    },
    {
      what: "the source of a translation",
      acme: { translations: { de: { source: "id:nope", language: "de" } } },
      address: "acme/translations.de",
      reason: nowhere("space"),
    },
    {
      what: "a space of another organization",
      acme: flat("id:sp_one", "id:sp_two", "id:sp_globex"),
      address: "acme/sites.f.spaces.sp_globex",
      reason: "the space with the id sp_globex is in another organization: globex",
    },
  ])("$what", async ({ acme, address, reason }) => {
    expect(await planned(acme)).toEqual({ blocked: { [address]: reason }, calls: [], held: [] });
  });

  test("a new section takes its first space that is there", async () => {
    const section = { section: "new", title: "New", spaces: [{ space: "id:nope" }, { space: "id:sp_two" }] };
    const simulation = platform();
    const third = deep("id:sp_three").sites.d.structure;
    const structure = { sites: { d: { id: "site_deep", structure: [...third, section] } } };
    const { blocked, calls } = await planned(structure, simulation);
    expect(Object.keys(blocked)).toEqual(["acme/sites.d.sections.new.spaces.nope"]);
    expect(calls).toEqual(["createSiteSection"]);
  });

  test("what shows nothing else keeps what is there, as long as the other one is not", async () => {
    const { blocked } = await planned({
      manage: { spaces: "exact" },
      spaces: kept("one", "two", "four", "in"),
      ...deep("id:nope"),
    });
    expect(blocked).toMatchObject({
      "acme/spaces.id:sp_three": expect.stringContaining("acme/sites.d.sections.third shows nothing else"),
    });
  });
});

test("a default names its item by the id of the space that it shows, as the item itself does", async () => {
  const { structure } = flat("id:sp_one", "id:sp_two").sites.f;
  const acme = { sites: { f: { id: "site_flat", defaultSiteSpace: "id:sp_two", structure } } };
  expect(await planned(acme)).toEqual({ blocked: {}, calls: ["updateSite"], held: [] });
});
