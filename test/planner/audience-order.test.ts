import { describe, expect, test } from "vitest";
import { kinds } from "../../src/kinds/kinds.ts";
import { audienceOf } from "../../src/planner/order/access-order.ts";
import { planFor, read, simulate } from "../laws/harness/simulation.ts";
import { manifest, mutations, project } from "../support/processes/cli-fixture.ts";

type Fields = Readonly<Record<string, unknown>>;

const spaces = ["one", "two", "three"];
const section = (key: string, ...shown: readonly string[]) => ({
  section: key,
  title: key,
  spaces: shown.map((space) => ({ space })),
});
const seedSection = (key: string, ...shown: readonly string[]) => ({
  section: key,
  path: key,
  spaces: shown.map((space) => ({ space: `sp_${space}` })),
});

/** The calls of a plan for one site, each with what it waits for directly; of two calls for one, the last. */
async function waits(...given: Parameters<typeof callsFor>) {
  return Object.fromEntries(await callsFor(...given));
}

async function callsFor(live: Fields, wanted: Fields, targets: readonly string[] = []) {
  const site = { id: "site_hub", title: "Hub", published: true, ...live };
  const all = spaces.map((title) => ({ id: `sp_${title}`, title }));
  const simulation = simulate({
    organizations: [{ id: "org_acme", title: "Acme", spaces: all, sites: [site] }],
  });
  const desired = await read({
    "acme.yaml": {
      organization: "acme",
      spaces: Object.fromEntries(spaces.map((title) => [title, { title }])),
      sites: { hub: { title: "Hub", ...wanted } },
    },
  });
  const { steps } = (await planFor(simulation, desired, { targets })).document;
  const name = ({ operation, address }: (typeof steps)[number]) =>
    `${operation} ${address.replace(/^acme\/sites\.hub\.?/, "")}`.trim();
  const names = new Map(steps.map((step) => [step.id, name(step)]));
  return steps.map((step) => [name(step), step.after.map((id) => names.get(id))] as const);
}

const guides = { structure: [seedSection("guides", "one")] };

/** A site before and after, and the call that is to wait for the one that closes it to some. */
const brought: readonly (readonly [string, Fields, Fields, string])[] = [
  [
    "a new section",
    guides,
    { structure: [section("guides", "one"), section("new", "two")] },
    "createSiteSection sections.new",
  ],
  [
    "a new group",
    guides,
    { structure: [{ group: "all", title: "All", sections: [section("guides", "one")] }] },
    "createSiteSectionGroup groups.all",
  ],
  [
    "a new site space",
    guides,
    { structure: [section("guides", "one", "two")] },
    "createSiteSpace sections.guides.spaces.two",
  ],
  [
    "what shows another space",
    { structure: [{ section: "guides", path: "guides", spaces: [{ space: "sp_one", path: "a" }] }] },
    { structure: [{ section: "guides", title: "guides", spaces: [{ space: "two", path: "a" }] }] },
    "updateSiteSpace sections.guides.spaces.two",
  ],
  [
    "a condition that is cleared",
    { structure: [{ ...seedSection("guides", "one"), condition: "visitor.claims.beta" }] },
    { structure: [{ ...section("guides", "one"), condition: null }] },
    "updateSiteSection sections.guides",
  ],
  [
    "a new share link",
    {},
    { shareLinks: { partners: { name: "Partners" } } },
    "createShareLink shareLinks.partners",
  ],
];

describe("what closes a site to some comes before", () => {
  test.each(brought)("%s", async (_, live, wanted, call) => {
    const calls = await waits({ visibility: "public", ...live }, { visibility: "visitor-auth", ...wanted });
    expect(calls[call]).toContain("updateSite");
    expect(calls.updateSite).toEqual([]);
  });

  test("nothing, where it is not closed to anybody", async () => {
    for (const [, live, wanted, call] of brought) {
      const calls = await waits({ visibility: "unlisted", ...live }, { visibility: "public", ...wanted });
      expect(calls[call]).toEqual([]);
    }
  });

  test("what is new in a section that gets a condition, and nothing outside of it", async () => {
    const live = { structure: [seedSection("guides", "one"), seedSection("api", "one")] };
    const calls = await waits(live, {
      structure: [
        { ...section("guides", "one", "two"), condition: "visitor.claims.beta" },
        section("api", "one", "three"),
      ],
    });
    expect(calls).toMatchObject({
      "createSiteSpace sections.guides.spaces.two": ["updateSiteSection sections.guides"],
      "createSiteSpace sections.api.spaces.three": [],
      "updateSiteSection sections.guides": [],
    });
  });

  test("by a call of its own, where the rest has to wait for what is new", async () => {
    const calls = await callsFor(
      { visibility: "public", structure: [{ space: "sp_one" }] },
      {
        visibility: "visitor-auth",
        defaultSiteSpace: "two",
        structure: [{ space: "one" }, { space: "two" }, { space: "three" }],
      },
    );
    expect(calls).toEqual([
      ["updateSite", []],
      ["createSiteSpace spaces.two", ["updateSite"]],
      ["updateSite", ["updateSite", "createSiteSpace spaces.two"]],
      ["createSiteSpace spaces.three", ["updateSite", "createSiteSpace spaces.two"]],
    ]);
  });

  test("every call of what changes places and shows other spaces: a swap is not cut in half", async () => {
    const shown = (space: string, path: string, id: string) => ({ space, path, id });
    const calls = await callsFor(
      {
        visibility: "public",
        structure: [
          {
            ...seedSection("guides"),
            spaces: [shown("sp_one", "a", "show_a"), shown("sp_two", "b", "show_b")],
          },
        ],
      },
      {
        visibility: "visitor-auth",
        structure: [
          { ...section("guides"), spaces: [shown("three", "b", "show_a"), shown("one", "a", "show_b")] },
        ],
      },
    );
    const updates = calls.filter(([call]) => call.startsWith("updateSiteSpace"));
    expect(updates).toHaveLength(3);
    for (const [, after] of updates) expect(after).toContain("updateSite");
  });

  test("nothing that only changes, and nothing that closes something itself", async () => {
    const live = { visibility: "public", ...guides, shareLinks: [{ name: "Old" }, { name: "Agency" }] };
    const calls = await waits(live, {
      basename: "handbook",
      visibility: "visitor-auth",
      structure: [{ ...section("guides", "one"), icon: "book-open", condition: "visitor.claims.beta" }],
      shareLinks: {
        old: { name: "Old", active: false },
        agency: { name: "Agency", absent: true },
      },
    });
    expect(calls).toEqual({
      updateSite: [],
      "updateSiteSection sections.guides": [],
      "updateShareLink shareLinks.old": [],
      "deleteShareLink shareLinks.agency": [],
    });
  });

  test("also for a target: what is new brings the call along that closes the site first", async () => {
    const live = { visibility: "public", ...guides };
    const wanted = {
      visibility: "visitor-auth",
      structure: [section("guides", "one"), section("new", "two")],
    };
    expect(await waits(live, wanted, ["sites.hub.sections.new"])).toEqual({
      updateSite: [],
      "createSiteSection sections.new": ["updateSite"],
    });
    expect(await waits(live, wanted, ["sites.hub"])).toEqual({
      updateSite: [],
      "createSiteSection sections.new": ["updateSite"],
    });
  });
});

describe("what opens a site to more people comes after", () => {
  const live = {
    visibility: "visitor-auth",
    structure: [seedSection("guides", "one"), seedSection("old", "two")],
    shareLinks: [{ name: "Old" }, { name: "Agency" }],
  };
  const wanted = {
    visibility: "public",
    manage: { shareLinks: "exact" },
    shareLinks: { old: { name: "Old", active: false } },
  };

  test("all that goes from it, shows another space or is closed to some", async () => {
    const calls = await waits(live, {
      ...wanted,
      structure: [
        {
          ...section("guides"),
          spaces: [{ space: "one", condition: "visitor.claims.beta" }, { space: "three" }],
        },
      ],
    });
    expect(new Set(calls.updateSite)).toEqual(
      new Set([
        "deleteSiteSection sections.id:section_old",
        "deleteShareLink shareLinks.id:link_agency",
        "updateShareLink shareLinks.old",
        "updateSiteSpace sections.guides.spaces.one",
      ]),
    );
  });

  test("by a call of its own, where what goes has to wait for the rest: the default", async () => {
    const calls = await callsFor(
      {
        ...live,
        structure: [seedSection("old", "two"), seedSection("guides", "one"), seedSection("other", "one")],
      },
      { ...wanted, defaultSiteSection: "guides", structure: [section("guides", "one")] },
    );
    const [first, ...rest] = calls.filter(([call]) => /updateSite$|section_old|link_agency/.test(call));
    expect(first).toEqual(["updateSite", []]);
    expect(rest).toContainEqual(["deleteSiteSection sections.id:section_old", ["updateSite"]]);
    const last = calls.findLast(([call]) => call === "updateSite")?.[1];
    expect(last).toContain("deleteSiteSection sections.id:section_old");
    expect(last).toContain("deleteShareLink shareLinks.id:link_agency");
  });

  test("also for a target: what the widening call comes after comes along", async () => {
    const calls = await callsFor(
      { ...live, structure: [seedSection("old", "two"), seedSection("guides", "one")] },
      { ...wanted, defaultSiteSection: "guides", structure: [section("guides", "one")] },
      ["sites.hub.sections.id:section_old"],
    );
    expect(calls.map(([call]) => call)).toEqual([
      "updateSite",
      "deleteSiteSection sections.id:section_old",
      "updateShareLink shareLinks.old",
      "deleteShareLink shareLinks.id:link_agency",
      "updateSite",
    ]);
  });
});

test("a spec is not shown to anyone before it has its new source", async () => {
  const simulation = simulate({
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        openapi: [{ slug: "petstore", visibility: "private", sourceURL: "https://specs.example/old.json" }],
      },
    ],
  });
  const source = { url: "https://specs.example/new.json" };
  const desired = await read({
    "acme.yaml": { organization: "acme", openapi: { petstore: { source, visibility: "public" } } },
  });
  const { steps } = (await planFor(simulation, desired)).document;
  expect(steps.map(({ operation, after }) => [operation, after])).toEqual([
    ["putOpenApiSpec", []],
    ["updateOpenApiSpec", ["s1"]],
  ]);
});

test("a visibility that the platform leaves out is that of a new site", () => {
  const site = kinds.find(({ name }) => name === "site");
  const field = site?.fields.visibility;
  if (site === undefined || field === undefined) throw new Error("a site has no visibility");
  const live = {
    kind: "site",
    id: "site_1",
    organization: "acme",
    answer: { id: "site_1" },
    memberships: {},
  };
  const change = { path: "visibility" };
  const sent = [{ name: "visibility", field, value: "visitor-auth", change }];
  expect(audienceOf(site, sent, live)).toEqual({ narrowing: ["visibility"] });
});

test("what is new is not sent, where the call that closes the site to some is refused", async () => {
  const { docform, platform } = await project(
    manifest(
      "sites:\n  flat: { id: site_flat, title: Flat site, visibility: visitor-auth, shareLinks: { new: { name: New } } }\n",
    ),
    [
      {
        operation: "updateSite",
        calls: 1,
        fault: "answer",
        status: 403,
        body: { error: { code: 403, message: "not allowed" } },
      },
    ],
  );
  expect(await docform("apply --yes --concurrency 4")).toMatchObject({ code: 5 });
  expect(mutations(platform).filter((call) => call.includes("share-links"))).toEqual([]);
});
