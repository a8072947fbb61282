import { expect, test } from "vitest";
import { planFor, read, simulate } from "../laws/harness/simulation.ts";

type Fields = Readonly<Record<string, unknown>>;

const all = ["a", "b", "c", "s"];
const spaces = Object.fromEntries(all.map((key) => [key, { id: `sp_${key}` }]));
const staff = "visitor.claims.staff";
const section = (key: string, space: string, more: Fields = {}) => ({
  section: key,
  title: key,
  path: key,
  spaces: [{ space, path: space }],
  ...more,
});
const live = (key: string, space: string, more: Fields = {}) => ({
  section: key,
  path: key,
  id: `section_${key}`,
  spaces: [{ space: `sp_${space}`, path: space }],
  ...more,
});

async function planOf(seed: Fields, manifest: Fields) {
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", ...seed }] });
  return (await planFor(simulation, await read({ "acme.yaml": { organization: "acme", ...manifest } })))
    .document;
}

/** The plan of a published site, public unless it says another visibility. */
function siteOf(before: Fields, wanted: Fields, others: readonly Fields[] = []) {
  const seed = { id: "site_hub", title: "Hub", visibility: "public", published: true, ...before };
  const titled = all.map((key) => ({ id: `sp_${key}`, title: key }));
  return planOf(
    { spaces: titled, sites: [seed, ...others] },
    { spaces, sites: { hub: { id: "site_hub", ...wanted } } },
  );
}

type Plan = Awaited<ReturnType<typeof planOf>>;

function exposed({ changes }: Plan): readonly string[] {
  return changes
    .filter(({ exposes }) => exposes !== undefined)
    .map(({ address }) => address.replace("acme/", ""));
}

const one = [live("one", "a")];

const ofSites: readonly (readonly [string, Fields, Fields, readonly string[]])[] = [
  [
    "a private space in a new section",
    { structure: one },
    { structure: [section("one", "a"), section("new", "s")] },
    ["sites.hub.sections.new.spaces.s"],
  ],
  [
    "what visitors see already, once more",
    { structure: one },
    { structure: [section("one", "a"), section("new", "a")] },
    [],
  ],
  [
    "what a site space shows instead",
    { structure: one },
    { structure: [section("one", "a", { spaces: [{ space: "s", path: "a" }] })] },
    ["sites.hub.sections.one.spaces.s"],
  ],
  [
    "what leaves a section with a condition",
    {
      structure: [
        live("one", "a"),
        live("two", "b", { condition: staff, spaces: [{ space: "sp_b" }, { space: "sp_c" }] }),
      ],
    },
    {
      structure: [
        section("one", "a", { spaces: [{ space: "a" }, { space: "b" }] }),
        section("two", "c", { spaces: [{ space: "c" }] }),
      ],
    },
    ["sites.hub.sections.one.spaces.b"],
  ],
  [
    "another condition",
    { structure: [live("one", "a", { condition: staff })] },
    { structure: [section("one", "a", { condition: "visitor.claims.beta" })] },
    ["sites.hub.sections.one"],
  ],
  ["another audience", { visibility: "visitor-auth" }, { visibility: "share-link" }, ["sites.hub"]],
  [
    "nothing on a site that is not published",
    { published: false, structure: one },
    { structure: [section("one", "s")] },
    [],
  ],
];

test.each(ofSites)("the plan tells as an exposure: %s", async (_, before, wanted, addresses) => {
  expect(exposed(await siteOf(before, wanted))).toEqual(addresses);
});

test("what its condition closes by a later call is told, and the condition does not wait for the path", async () => {
  const plan = await siteOf(
    { structure: [{ space: "sp_a" }, { space: "sp_b" }] },
    {
      structure: [
        section("one", "s", { condition: staff }),
        section("two", "a", { spaces: [{ space: "a" }, { space: "b" }] }),
      ],
    },
  );
  const change = plan.changes.find(({ address }) => address.endsWith("sections.one.spaces.s"));
  expect(change?.exposes).toContain("until a later call, every visitor of the site sees it");
  const create = plan.steps.find(({ operation }) => operation === "createSiteSection");
  const closing = plan.steps.find(
    ({ body }) => JSON.stringify(body) === JSON.stringify({ condition: staff }),
  );
  expect(closing?.after).toEqual([create?.id]);
});

test("a link goes off before its site is open to those with a link, and what leaves is gone before links go on", async () => {
  const links = [
    { id: "link_old", name: "Old" },
    { id: "link_off", name: "Off", active: false },
  ];
  const structure = [{ space: "sp_a" }, { space: "sp_s" }];
  const { steps } = await siteOf(
    { visibility: "visitor-auth", structure, shareLinks: links },
    {
      visibility: "share-link",
      structure: [{ space: "a" }],
      shareLinks: {
        old: { name: "Old", active: false },
        off: { name: "Off", active: true },
        new: { name: "New" },
      },
    },
  );
  const id = (operation: string, end: string) =>
    steps.find((step) => step.operation === operation && step.address.endsWith(end))?.id;
  const after = (operation: string, end: string) =>
    steps.find((step) => step.operation === operation && step.address.endsWith(end))?.after;
  const gone =
    id("deleteSiteSpace", "sitespace_site-hub-s") ?? steps.find(({ method }) => method === "DELETE")?.id;
  expect(after("updateSite", "hub")).toEqual(expect.arrayContaining([gone, id("updateShareLink", ".old")]));
  for (const call of ["updateShareLink", "createShareLink"] as const)
    expect(after(call, call === "updateShareLink" ? ".off" : ".new")).toContain(gone);
});

test.each([
  [true, ["links to its old address break"]],
  [false, undefined],
])("links to a changed path break, where the site is published: %s", async (published, risks) => {
  const structure = [section("one", "a", { path: "first", id: "section_one" })];
  const { changes } = await siteOf({ published, structure: one }, { structure });
  expect(changes.find(({ address }) => address.endsWith("sections.one"))?.risks).toEqual(risks);
});

test("a new provider, and a wider role of one that is there, are exposures", async () => {
  const plan = await planOf(
    { saml: [{ id: "saml_okta", label: "Okta", defaultRole: "read" }] },
    { saml: { okta: { label: "Okta", defaultRole: "admin" }, entra: { label: "Entra" } } },
  );
  expect(exposed(plan)).toEqual(["saml.entra", "saml.okta"]);
});

test("a move into a wider collection is an exposure, and waits for what narrows", async () => {
  const plan = await planOf(
    {
      collections: [
        { id: "col_hr", title: "HR", defaultLevel: "read" },
        { id: "col_open", title: "Open", defaultLevel: "admin" },
        { id: "col_wide", title: "Wide", defaultLevel: "admin" },
      ],
      spaces: ["salaries", "board", "contracts"].map((title) => ({
        id: `sp_${title}`,
        title,
        collection: "col_hr",
      })),
    },
    {
      collections: {
        hr: { title: "HR" },
        open: { title: "Open", defaultLevel: "read" },
        wide: { title: "Wide" },
      },
      spaces: {
        salaries: { title: "salaries", collection: "open" },
        board: { title: "board", collection: "wide", defaultLevel: "read" },
        contracts: { title: "contracts", collection: "wide" },
      },
    },
  );
  expect(exposed(plan)).toEqual(["spaces.contracts"]);
  const step = (operation: string, key: string) =>
    plan.steps.find((one) => one.operation === operation && one.address.endsWith(`.${key}`));
  expect(step("moveSpace", "salaries")?.after).toContain(step("updateCollection", "open")?.id);
  expect(step("moveSpace", "board")?.after).toContain(step("updateSpace", "board")?.id);
});

test("a narrower level is a risk, and no exposure: of its own, or by a place; of something new, it is none", async () => {
  const { changes } = await planOf(
    {
      collections: [
        { id: "col_hr", title: "HR", defaultLevel: "read" },
        { id: "col_wide", title: "Wide", defaultLevel: "admin" },
      ],
      spaces: [
        { id: "sp_a", title: "a", defaultLevel: "edit" },
        { id: "sp_b", title: "b", collection: "col_wide" },
        { id: "sp_c", title: "c", defaultLevel: "read" },
      ],
    },
    {
      collections: {
        hr: { title: "HR", defaultLevel: "read" },
        wide: { title: "Wide", defaultLevel: "admin" },
        new: { title: "New", defaultLevel: "comment", parent: "wide" },
      },
      spaces: {
        a: { title: "a", defaultLevel: "comment" },
        b: { title: "b", collection: "hr" },
        c: { title: "c", defaultLevel: "read", collection: "hr" },
      },
    },
  );
  const risky = changes.filter(({ risks }) => risks?.join().includes("do less in it"));
  expect(risky.map(({ address, exposes }) => [address, exposes])).toEqual([
    ["acme/spaces.a", undefined],
    ["acme/spaces.b", undefined],
  ]);
});

test("what closes is a risk, and no exposure; of a site that is not published, nobody loses anything", async () => {
  const closed = async (published: boolean) => {
    const links = [{ name: "Press" }];
    const plan = await siteOf(
      { published, structure: one, shareLinks: links },
      {
        visibility: "visitor-auth",
        structure: [section("one", "a", { condition: staff })],
        shareLinks: { press: { name: "Press", active: false } },
      },
    );
    expect(exposed(plan)).toEqual([]);
    return plan.changes.flatMap(({ address, risks = [] }) => risks.map((risk) => `${address}: ${risk}`));
  };
  expect(await closed(true)).toEqual([
    "acme/sites.hub: people who can open the site now can no longer open it",
    "acme/sites.hub.sections.one: visitors who do not meet the condition no longer see it",
    "acme/sites.hub.shareLinks.press: people with the link can no longer open the site by it",
  ]);
  expect(await closed(false)).toEqual([]);
});
