import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hash } from "../../src/io/hash.ts";
import { afterReasons } from "../../src/model/documents/step-document.ts";
import { withChecksum } from "../../src/planner/preconditions/saved-plan.ts";
import { planFor, read, simulate } from "../laws/harness/simulation.ts";
import { manifest, project } from "../support/processes/cli-fixture.ts";

type Fields = Readonly<Record<string, unknown>>;

const page = { id: "sp_page", title: "Page" };
const structureOf = (...sections: readonly Fields[]) => ({
  sites: { hub: { title: "Hub", structure: sections } },
});
const seedSite = (structure: readonly Fields[], more: Fields = {}) => ({
  spaces: [page],
  sites: [{ id: "site_hub", title: "Hub", published: true, structure, ...more }],
});
const section = (key: string, fields: Fields = {}) => ({
  section: key,
  id: `sec_${key}`,
  title: key,
  path: key,
  ...fields,
  spaces: [{ space: "page" }],
});
const liveSection = (key: string) => ({
  section: key,
  id: `sec_${key}`,
  path: key,
  spaces: [{ space: "sp_page" }],
});
const spaces = { spaces: { page: { title: "Page" } } };

/** A call that waits for another one, both as "operation end-of-address", and why. */
const reasons: readonly (readonly [
  why: string,
  example: string,
  live: Fields,
  wanted: Fields,
  waits: string,
  first: string,
])[] = [
  [
    "reference",
    "a SAML provider names a new team",
    {},
    {
      teams: { new: { title: "New" } },
      saml: { okta: { label: "Okta", defaultTeam: "new", defaultRole: null } },
    },
    "createSamlProvider saml.okta",
    "createTeam teams.new",
  ],
  [
    "reference",
    "a translation is made beside its source, which moves before",
    {
      members: [{ email: "ana@acme.example" }],
      collections: [{ id: "col_old", title: "Old" }],
      spaces: [{ id: "sp_intro", title: "Intro", language: "en", collection: "col_old" }],
    },
    {
      collections: { old: { title: "Old", absent: true }, new: { title: "New" } },
      spaces: { intro: { title: "Intro", collection: "new" } },
      translations: { french: { source: "intro", language: "fr" } },
    },
    "createTranslation translations.french",
    "moveSpace spaces.intro",
  ],
  [
    "parent",
    "a section of a new site waits for the site",
    { spaces: [page] },
    { ...spaces, ...structureOf(section("one", { id: undefined })) },
    "createSiteSection sections.one",
    "createSite sites.hub",
  ],
  [
    "parent",
    "a collection comes into a new one",
    {},
    { collections: { outer: { title: "Outer" }, inner: { title: "Inner", parent: "outer" } } },
    "createCollection collections.inner",
    "createCollection collections.outer",
  ],
  [
    "release",
    "a team leaves its SAML provider before the team is deleted",
    {
      teams: [
        { id: "team_old", title: "Old" },
        { id: "team_docs", title: "Docs" },
      ],
      saml: [{ label: "Okta", defaultTeam: "team_old" }],
    },
    {
      teams: { old: { title: "Old", absent: true }, docs: { title: "Docs" } },
      saml: { okta: { label: "Okta", defaultTeam: "docs" } },
    },
    "deleteTeam teams.old",
    "updateSamlProvider saml.okta",
  ],
  [
    "release",
    "a space leaves a collection before that is deleted",
    { collections: [{ id: "col_old", title: "Old" }], spaces: [{ ...page, collection: "col_old" }] },
    {
      collections: { old: { title: "Old", absent: true } },
      spaces: { page: { title: "Page", collection: null } },
    },
    "deleteCollection collections.old",
    "moveSpace spaces.page",
  ],
  [
    "unique value",
    "a section takes the path that another one gives up",
    seedSite([liveSection("one"), liveSection("two")]),
    { ...spaces, ...structureOf(section("one", { path: "two" }), section("two", { path: "three" })) },
    "updateSiteSection sections.one",
    "updateSiteSection sections.two",
  ],
  [
    "list",
    "two sections move",
    seedSite(["one", "two", "three", "four"].map(liveSection)),
    { ...spaces, ...structureOf(...["three", "four", "one", "two"].map((key) => section(key))) },
    "moveSiteSection sections.two",
    "moveSiteSection sections.one",
  ],
  [
    "access",
    "a site is closed before a section shows more of it",
    seedSite([liveSection("one")], { visibility: "public" }),
    {
      ...spaces,
      sites: {
        hub: {
          title: "Hub",
          visibility: "visitor-auth",
          structure: [section("one"), section("two", { id: undefined })],
        },
      },
    },
    "createSiteSection sections.two",
    "updateSite sites.hub",
  ],
  [
    "publish",
    "a site is published when all is in it",
    { spaces: [page] },
    {
      ...spaces,
      sites: { hub: { title: "Hub", published: true, structure: [section("one", { id: undefined })] } },
    },
    "publishSite sites.hub",
    "createSiteSection sections.one",
  ],
];

test.each(reasons)("%s: %s", async (why, _, live, wanted, waits, first) => {
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", ...live }] });
  const desired = await read({ "acme.yaml": { organization: "acme", ...wanted } });
  const { steps } = (await planFor(simulation, desired)).document;
  const ends = ({ operation, address }: (typeof steps)[number], name: string): boolean =>
    `${operation} ${address}`.startsWith(`${name.split(" ")[0]} `) &&
    address.endsWith(name.split(" ")[1] ?? "?");
  const told = steps.map(({ id, operation, address, afterReasons }) => ({
    id,
    operation,
    address,
    afterReasons,
  }));
  const before = steps.find((step) => ends(step, first));
  const after = steps.findLast((step) => ends(step, waits));
  expect(after?.afterReasons?.[before?.id ?? ""], JSON.stringify(told, undefined, 1)).toContain(why);
});

test.each([
  [
    "section",
    seedSite(["one", "two", "three"].map(liveSection)),
    {
      ...spaces,
      ...structureOf(
        section("first", { id: undefined }),
        section("two"),
        section("second", { id: undefined }),
        section("three"),
        section("one"),
      ),
    },
  ],
  [
    "space",
    { spaces: [page] },
    {
      order: [{ space: "copy" }, { space: "page" }, { space: "other" }],
      spaces: {
        copy: { title: "A", duplicateFrom: "page" },
        other: { title: "B", duplicateFrom: "page" },
        page: { title: "Page" },
      },
    },
  ],
])("a %s that moves next to a new one waits for its list, not for a reference", async (_, live, wanted) => {
  const simulation = simulate({ organizations: [{ id: "org_acme", title: "Acme", ...live }] });
  const desired = await read({ "acme.yaml": { organization: "acme", ...wanted } });
  const { steps } = (await planFor(simulation, desired)).document;
  const moves = steps.filter(({ operation }) => operation.startsWith("move"));
  const told = moves.flatMap(({ afterReasons = {} }) => Object.values(afterReasons).flat());
  expect(new Set(told)).toEqual(new Set(["list"]));
});

test("the reasons are those of the page, each with an example here", () => {
  const page = readFileSync("docs/explanation/how-docform-decides.md", "utf8");
  const part = page.split("## Order of the calls")[1]?.split("\n## ")[0] ?? "";
  expect([...part.matchAll(/^- \*\*(.+)\*\*/gm)].map(([, name]) => name)).toEqual([...afterReasons]);
  expect(new Set(reasons.map(([why]) => why))).toEqual(new Set(afterReasons));
});

const newTeam = manifest(
  "teams: { new: { title: New } }\nsaml: { okta: { label: Okta, defaultTeam: new, defaultRole: null } }\n",
);

test("explain and graph say why a call waits for another one", async () => {
  const { docform } = await project(newTeam);
  expect((await docform("explain acme/saml.okta")).stdout).toContain(
    "after s1 (createTeam teams.new: reference)",
  );
  await docform("plan --out plan.json");
  expect((await docform("graph plan.json")).stdout).toContain('n1 -->|"reference"| n0');
  expect((await docform("graph plan.json --format dot")).stdout).toContain(
    '"s2" -> "s1" [label="reference"]',
  );
});

test("a plan that was saved without reasons has the same digest, and runs", async () => {
  const { docform, folder } = await project(newTeam);
  await docform("plan --out plan.json");
  const path = join(folder, "plan.json");
  const { checksum: _, ...saved } = JSON.parse(readFileSync(path, "utf8"));
  expect(saved.steps[1].afterReasons).toEqual({ s1: ["reference"] });
  for (const step of saved.steps) delete step.afterReasons;
  writeFileSync(path, JSON.stringify(withChecksum(saved, hash)));
  expect((await docform("apply plan.json --yes")).code).toBe(0);
});
