import { expect, test } from "vitest";
import { docformWith, line, load, valuesOf } from "../../../test/support/projects/load-manifests.ts";

const at = (defaults: string, body: string, more: Record<string, string> = {}) =>
  load({
    "docform.yaml": docformWith(`variables: { language: en }\ndefaults:\n${defaults}`),
    "manifests/a.yaml": `organization: acme\n${body}`,
    ...more,
  });

test("a resource takes what it does not write, wherever it stands", async () => {
  const project = await at(
    `  space: { language: '\${var:language}', emoji: 1f600 }
  section: { icon: book }
  share-link: { active: false }
  team: { members: { ana@acme.example: owner } }
  organization: { inviteLinks: false }
  site: { protect: true, ignore: [visibility] }`,
    `settings: { title: Acme }
teams: { docs: { title: Docs }, web: { title: Web, members: {} } }
spaces: { a: { title: Aa }, b: { title: Bb, language: de, emoji: 1f601 } }
sites:
  help:
    title: Help
    structure: [{ group: g, title: Gg, sections: [{ section: s, title: Ss, spaces: [{ space: a }] }] }]
    shareLinks: { l: { name: L }, m: { name: M, active: true } }
members: { ana@acme.example: {} }`,
  );
  expect(project.diagnostics.map(line)).toEqual([]);
  expect(valuesOf(project)).toMatchObject({
    settings: { inviteLinks: false },
    "teams.docs": { members: { "ana@acme.example": "owner" } },
    "teams.web": { members: {} },
    "spaces.a": { language: "en", emoji: "1f600" },
    "spaces.b": { language: "de", emoji: "1f601" },
    "sites.help.sections.s": { icon: "book" },
    "sites.help.shareLinks.l": { active: false },
    "sites.help.shareLinks.m": { active: true },
  });
  const site = project.desired.resources.find(({ kind }) => kind === "site");
  expect(site).toMatchObject({ protect: true, ignore: ["visibility"] });
  const space = project.desired.resources.find(({ address }) => address === "acme/spaces.a");
  expect(space?.sources.language).toMatchObject({ file: "docform.yaml", line: 6 });
});

test("what is to go takes no default, and a default that is not used need not be set", async () => {
  const { desired, diagnostics } = await at(
    "  team: { members: { ana@acme.example: owner } }\n  saml-provider: { ssoURL: '${env:NOT_SET}' }",
    "teams: { docs: { title: Docs, absent: true } }",
  );
  expect(diagnostics).toEqual([]);
  expect(desired.resources.map(({ values }) => values)).toEqual([{ title: "Docs" }]);
});

test("a wrong value of a default is told once, where it is written", async () => {
  const { diagnostics } = await at(
    "  space: { language: 7 }",
    "spaces: { a: { title: Aa }, b: { title: Bb } }",
  );
  expect(diagnostics.map(line)).toEqual(["DF1005 docform.yaml:6:22 language must be text, not a number"]);
});

test.each<[promise: string, defaults: string, mistakes: readonly string[]]>([
  [
    "a kind that there is not",
    "  sites: { title: T }\n  shareLink: {}",
    [
      'DF1004 docform.yaml:6:3 defaults: "sites" is not a kind | did you mean "site"?',
      'DF1004 docform.yaml:7:3 defaults: "shareLink" is not a kind | did you mean "share-link"?',
    ],
  ],
  [
    "a field that there is not, a key, and what each says of itself",
    "  site: { visiblity: public, id: s }\n  member: { email: a@b.c }\n  site-space: { space: a }",
    [
      'DF1004 docform.yaml:6:11 defaults: "visiblity" is not a field of a site that has defaults | did you mean "visibility"?',
      'DF1004 docform.yaml:6:30 defaults: "id" is not a field of a site that has defaults',
      'DF1004 docform.yaml:7:13 defaults: "email" is not a field of a member that has defaults',
      'DF1004 docform.yaml:8:17 defaults: "space" is not a field of a site space that has defaults',
    ],
  ],
  ["no map", "  site: public", ["DF1005 docform.yaml:6:9 defaults.site must be a map, not text"]],
])("%s is a mistake", async (_, defaults, mistakes) => {
  expect((await at(defaults, "teams: {}")).diagnostics.map(line)).toEqual(mistakes);
});

test("defaults times resources have the limits of what is written", async () => {
  const large = `[${Array.from({ length: 1000 }, () => "x").join(", ")}]`;
  const teams = Array.from({ length: 1000 }, (_, n) => `  t${n}: { title: T${n} }`).join("\n");
  const { diagnostics } = await at(`  team: { ignore: ${large} }`, `teams:\n${teams}`);
  expect(diagnostics.filter(({ code }) => code === "DF1003").map(line)).toEqual([
    "DF1003 docform.yaml:6:11 the project expands to more than 250000 values",
  ]);
});
