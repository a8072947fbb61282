import { expect, test } from "vitest";
import { line, load } from "../../../test/support/projects/load-manifests.ts";

const organizations = "organizations: { acme: { id: org_1 }, press: { id: org_2 } }\n";

/** The mistakes of a project with lines of docform.yaml, and a manifest of acme. */
async function mistakes(settings: string, manifest = "settings: { title: Acme }"): Promise<string[]> {
  const { diagnostics } = await load({
    "docform.yaml": `${settings}\n${organizations}`,
    "manifests/a.yaml": `organization: acme\n${manifest}\n`,
  });
  return diagnostics.map(line);
}

test.each([
  ["project: docs\nscope: [settings, members.ana@x.example, teams.docs-*]", []],
  ["project: docs", []],
  ["scope: [settings]", ["DF1006 docform.yaml:1:1 scope needs the name of the project"]],
  [
    "project: a b\nscope: [settings]",
    ['DF1005 docform.yaml:1:10 project must be letters, digits, "-" and "_", with a letter or a digit first'],
  ],
  ["project: docs\nscope: [team]", ["DF1005 docform.yaml:2:9 scope: there are no team in an organization"]],
  ["project: docs\nscope: [settings.x]", ["DF1005 docform.yaml:2:9 scope: there is only one of settings"]],
  [
    "project: docs\nscope: [sites.dev.sections]",
    ["DF1005 docform.yaml:2:9 scope: sites.dev.sections is inside another resource"],
  ],
  ["project: docs\nscope: []", ["DF1005 docform.yaml:2:1 scope must not be empty"]],
  ...["acme/teams", "teams.*x", "te ams", "teams."].map((pattern): [string, string[]] => [
    `project: docs\nscope: [settings, '${pattern}']`,
    [
      "DF1005 docform.yaml:2:19 scope[1] must be a kind, or a resource of an organization: teams, teams.docs-* or sites.dev",
    ],
  ]),
] satisfies [string, string[]][])("%j: %j", async (settings, wrong) => {
  expect(await mistakes(settings)).toEqual(wrong);
});

test("a scope has a bound: each resource looks at all of its patterns", async () => {
  const patterns = Array.from({ length: 201 }, (_, at) => `teams.t${at}`);
  expect(await mistakes(`project: docs\nscope: [${patterns.join()}]`)).toEqual([
    "DF1005 docform.yaml:2:1 scope must have at most 200 items, and has 201",
  ]);
});

test("what is declared outside of the scope is an error at its line, once", async () => {
  const settings = "project: docs\nscope: [sites.dev, collections.public, spaces.free]";
  const manifest = [
    "sites:",
    "  dev: { title: Dev, shareLinks: { a: { name: A } } }",
    "  other: { title: Other, shareLinks: { a: { name: A } } }",
    "collections: { public: { title: P }, inner: { title: I, parent: public }, hidden: { title: H } }",
    "spaces:",
    "  deep: { title: D, collection: inner }",
    "  free: { title: F, collection: hidden }",
    "  out: { title: O, absent: true }",
  ].join("\n");
  expect(await mistakes(settings, manifest)).toEqual([
    'DF2023 manifests/a.yaml:4:3 acme/sites.other is outside of the scope of the project "docs"',
    'DF2023 manifests/a.yaml:5:75 acme/collections.hidden is outside of the scope of the project "docs"',
    'DF2023 manifests/a.yaml:9:3 acme/spaces.out is outside of the scope of the project "docs"',
  ]);
});

test("a scope holds in each organization, and a document for many is told once", async () => {
  const files = {
    "docform.yaml": `project: docs\nscope: [teams.docs-*]\n${organizations}`,
    "manifests/a.yaml":
      "organizations: [acme, press]\nteams: { docs-a: { title: A }, support: { title: S } }\n",
  };
  expect((await load(files)).diagnostics.map(line)).toEqual([
    'DF2023 manifests/a.yaml:2:32 acme/teams.support is outside of the scope of the project "docs" (the same in 1 more)',
  ]);
});
