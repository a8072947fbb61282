import { expect, test } from "vitest";
import { docform, load } from "../../../test/support/projects/load-manifests.ts";
import { kinds } from "../../kinds/kinds.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";

const files = {
  "docform.yaml": `platform:
  baseUrl: https://api.example
organizations:
  acme: { id: org_1 }
  other: { id: org_2 }
manifests: [docs, people.yml]
`,
  "people.yml": `organization: acme
manage: { members: exact }
members:
  ana@acme.example: { role: admin }
  li@acme.example: {}
---
organization: other
teams: {}
`,
  "docs/spaces.yaml": `organization: acme
spaces:
  quickstart: { title: Quickstart, protect: true }
  rest: { title: REST }
`,
  "docs/sites/dev.yaml": `organization: acme
sites:
  dev:
    title: Developer Hub
    proxy: null
    id: site_1
    previously: [hub, Developers]
    ignore: [visibility]
    defaultSiteSection: guides
    structure:
      - section: guides
        title: Guides
        defaultSiteSpace: quickstart
        spaces:
          - space: quickstart
            path: start
          - space: id:sp_9
            path: more
      - section: old
        title: Old
        absent: true
      - group: reference
        title: Reference
        groups: [{ group: inner, title: Inner, structure: [] }]
        sections: [{ section: rest, title: REST }]
      - section: last
        title: Last
    shareLinks: { partners: { name: Partners, active: true } }
    manage: { shareLinks: exact }
  plain:
    title: Plain
    structure: [{ space: rest }, { space: quickstart }]
`,
  "docs/teams.yaml": `organization: acme
teams:
  docs:
    title: Docs team
    members: { ana@acme.example: owner, user_7: member }
  empty: { title: Empty, members: {}, manage: { members: listed } }
`,
};

function brief({ address, container, index, values, manage }: DesiredResource) {
  const place = [container, index].filter((part) => part !== undefined).join("#");
  return [address.replace("acme/", ""), place.replace("acme/sites.", ""), values, manage];
}

const exact = { structure: "exact" };

/** Address, container and index, values, manage. */
const expected = [
  ["members.ana@acme.example", "", { role: "admin", email: "ana@acme.example" }, {}],
  ["members.li@acme.example", "", { email: "li@acme.example" }, {}],
  [
    "sites.dev",
    "",
    { title: "Developer Hub", proxy: null, defaultSiteSection: "guides" },
    { ...exact, shareLinks: "exact" },
  ],
  ["sites.dev.groups.inner", "dev.groups.reference#1", { title: "Inner" }, exact],
  ["sites.dev.groups.reference", "1", { title: "Reference" }, exact],
  ["sites.dev.sections.guides", "0", { title: "Guides", defaultSiteSpace: "quickstart" }, exact],
  [
    "sites.dev.sections.guides.spaces.quickstart",
    "dev.sections.guides#0",
    { space: "quickstart", path: "start" },
    {},
  ],
  ["sites.dev.sections.guides.spaces.sp_9", "dev.sections.guides#1", { space: "id:sp_9", path: "more" }, {}],
  ["sites.dev.sections.last", "2", { title: "Last" }, {}],
  ["sites.dev.sections.old", "", { title: "Old" }, {}],
  ["sites.dev.sections.rest", "dev.groups.reference#0", { title: "REST" }, {}],
  ["sites.dev.shareLinks.partners", "", { name: "Partners", active: true }, {}],
  ["sites.plain", "", { title: "Plain" }, exact],
  ["sites.plain.spaces.quickstart", "1", { space: "quickstart" }, {}],
  ["sites.plain.spaces.rest", "0", { space: "rest" }, {}],
  ["spaces.quickstart", "", { title: "Quickstart" }, {}],
  ["spaces.rest", "", { title: "REST" }, {}],
  [
    "teams.docs",
    "",
    { title: "Docs team", members: { "ana@acme.example": "owner", user_7: "member" } },
    { members: "exact" },
  ],
  ["teams.empty", "", { title: "Empty", members: {} }, { members: "listed" }],
];

test("a project of several files gives every resource with its place, in the order of addresses", async () => {
  const { baseUrl, desired, diagnostics, files: read } = await load(files);
  expect([baseUrl, diagnostics]).toEqual(["https://api.example", []]);
  expect(read).toEqual([
    "docform.yaml",
    "docs/sites/dev.yaml",
    "docs/spaces.yaml",
    "docs/teams.yaml",
    "people.yml",
  ]);
  expect(desired.resources.map(brief)).toEqual(expected);
});

test("organizations carry their ids, places and how their collections are managed", async () => {
  const { desired } = await load(files);
  expect(desired.organizations).toEqual([
    {
      alias: "acme",
      id: "org_1",
      source: { file: "docform.yaml", line: 4, column: 3, length: 4 },
      manage: { members: "exact", sites: "listed", spaces: "listed", teams: "listed" },
      manageSources: { members: { file: "people.yml", line: 2, column: 11, length: 7 } },
      sources: expect.objectContaining({
        members: [{ file: "people.yml", line: 3, column: 1, length: 7 }],
        teams: [{ file: "docs/teams.yaml", line: 2, column: 1, length: 5 }],
      }),
    },
    {
      alias: "other",
      id: "org_2",
      source: { file: "docform.yaml", line: 5, column: 3, length: 5 },
      manage: { teams: "listed" },
      manageSources: {},
      sources: expect.objectContaining({ teams: [{ file: "people.yml", line: 8, column: 1, length: 5 }] }),
    },
  ]);
});

test("a resource knows its places, and what it says about itself", async () => {
  const { desired } = await load(files);
  const byAddress = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const at = (file: string, line: number, column: number, length: number) => ({ file, line, column, length });
  expect(byAddress.get("acme/sites.dev")).toMatchObject({
    kind: "site",
    key: "dev",
    organization: "acme",
    id: "site_1",
    previously: ["hub", "Developers"],
    absent: false,
    protect: false,
    ignore: ["visibility"],
    source: at("docs/sites/dev.yaml", 3, 3, 3),
  });
  expect(byAddress.get("acme/teams.docs")?.sources).toEqual({
    title: at("docs/teams.yaml", 4, 5, 5),
    members: at("docs/teams.yaml", 5, 5, 7),
    "members.ana@acme.example": at("docs/teams.yaml", 5, 16, 16),
    "members.user_7": at("docs/teams.yaml", 5, 41, 6),
  });
  expect(byAddress.get("acme/spaces.quickstart")?.protect).toBe(true);
  expect(byAddress.get("acme/sites.dev.sections.old")?.absent).toBe(true);
  expect(byAddress.get("acme/sites.dev.sections.rest")).toMatchObject({
    parent: "acme/sites.dev",
    container: "acme/sites.dev.groups.reference",
    source: at("docs/sites/dev.yaml", 25, 31, 4),
  });
});

test("the order of files and of the folders in docform.yaml makes no difference", async () => {
  const backwards = Object.fromEntries(Object.entries(files).reverse());
  const settings = files["docform.yaml"].replace(
    "[docs, people.yml]",
    "[people.yml, docs/sites, docs, ./docs/]",
  );
  const one = await load(files);
  const other = await load({ ...backwards, "docform.yaml": settings });
  expect(JSON.stringify([other.desired, other.files])).toBe(JSON.stringify([one.desired, one.files]));
});

test("the example of every kind whose parent is the organization is a valid manifest", async () => {
  for (const kind of kinds.filter(({ parent }) => parent === undefined)) {
    const key = kind.keyField === "email" ? "ana@acme.example" : "key";
    const body = kind.shape === "singleton" ? kind.example : { [key]: kind.example };
    const { diagnostics, desired } = await load({
      "manifests/a.yaml": JSON.stringify({ organization: "acme", ...namedBy(kind), [kind.plural]: body }),
    });
    expect(diagnostics).toEqual([]);
    const read = desired.resources.find((resource) => resource.kind === kind.name);
    expect(read).toMatchObject({ kind: kind.name, values: kind.example });
  }
});

/** The declarations of the resources that the example of a kind names by key. */
function namedBy(kind: Kind): Readonly<Record<string, unknown>> {
  const entries = Object.entries(kind.fields).flatMap(([name, { refersTo }]) => {
    const target = kinds.find((one) => one.name === refersTo);
    const key = kind.example[name];
    return target === undefined || typeof key !== "string"
      ? []
      : [[target.plural, { [key]: { title: key } }]];
  });
  return Object.fromEntries(entries);
}

test("absent: false and protect: false say the same as nothing", async () => {
  const { desired, diagnostics } = await load({
    "docform.yaml": docform,
    "manifests/a.yaml":
      "organization: acme\nteams: { docs: { title: Docs, absent: false, protect: false } }\n",
  });
  expect(diagnostics).toEqual([]);
  expect(desired.resources).toMatchObject([{ address: "acme/teams.docs", absent: false, protect: false }]);
});
