import { expect, test } from "vitest";
import { line } from "../../../test/support/projects/load-manifests.ts";
import { memoryFiles } from "../read/project-files.ts";
import { loadProject } from "./load-project.ts";

const organizations = "organizations: { acme: { id: org_1 } }\n";

function load(settings: string, manifest: string, env = {}, environment?: string) {
  const files = { "docform.yaml": settings + organizations, "manifests/a.yaml": manifest };
  return loadProject("/project", memoryFiles(files), { env }, environment);
}

const nothing = "organization: acme\n";

test.each([
  ["", {}, "reference"],
  ["platform: { api: gitbook }\n", {}, "gitbook"],
  ["platform: { baseUrl: https://api.gitbook.com }\n", {}, "gitbook"],
  ["platform: { baseUrl: https://api.gitbook.com, api: reference }\n", {}, "reference"],
  ["platform: { baseUrl: https://docs.example/api.gitbook.com }\n", {}, "reference"],
  ["", { DOCFORM_BASE_URL: "https://api.gitbook.com/" }, "gitbook"],
  ["platform: { api: reference }\n", { DOCFORM_BASE_URL: "https://api.gitbook.com" }, "reference"],
])("%j with %j speaks the edition %s", async (settings, env, edition) => {
  expect((await load(settings, nothing, env)).edition).toBe(edition);
});

test("an environment may speak another edition than the project", async () => {
  const settings = `platform: { baseUrl: https://docs.example }
environments:
  live: { platform: { api: gitbook } }
  pinned: {}
`;
  expect((await load(settings, nothing)).edition).toBe("reference");
  expect((await load(settings, nothing, {}, "live")).edition).toBe("gitbook");
  const env = { DOCFORM_BASE_URL_LIVE: "https://api.gitbook.com" };
  expect((await load("environments: { live: {} }\n", nothing, env, "live")).edition).toBe("gitbook");
});

test("an edition that docform does not know is one error, whatever the manifests have", async () => {
  const manifest = `${nothing}spaces: { one: { title: One, access: {} } }\n`;
  const { diagnostics, edition } = await load("platform: { api: gitbok }\n", manifest);
  expect(diagnostics.map(line)).toEqual([expect.stringMatching(/^DF1005 docform.yaml:1:18 /)]);
  expect(edition).toBe("reference");
});

const gitbook = "platform: { api: gitbook }\n";

test("groups nest one level in the edition gitbook, and any number in the reference", async () => {
  const manifest = `organization: acme
sites:
  hub:
    title: Hub
    type: basic
    structure:
      - group: a
        title: A
        structure:
          - group: b
            title: B
            structure:
              - { group: c, title: C, sections: [] }
`;
  const told = (await load(gitbook, manifest)).diagnostics.map(line);
  expect(told).toEqual([
    'DF1005 manifests/a.yaml:13:26 the section group "c" is in "b", which is in a section group itself; they nest one level',
  ]);
  expect((await load("", manifest.replace("    type: basic\n", ""))).diagnostics).toEqual([]);
});

test("a new space is a copy or made from a template, and not both", async () => {
  const manifest = `organization: acme
spaces:
  one: { title: One }
  two: { title: Two, duplicateFrom: one, template: blank }
`;
  const { diagnostics } = await load(gitbook, manifest);
  expect(diagnostics.map(line)).toEqual([
    "DF1005 manifests/a.yaml:4:42 template and duplicateFrom cannot both be",
  ]);
});

const inReference = "is not in the API edition gitbook; it is in reference";
const inGitbook = "is not in the API edition reference; it is in gitbook";

test.each([
  [
    "a field",
    gitbook,
    "sites:\n  hub: { title: Hub, type: premium, agentsContext: included }",
    `DF1012 manifests/a.yaml:3:37 "agentsContext" ${inReference}`,
  ],
  [
    "a field of the published API alone",
    "",
    "spaces:\n  one: { title: One, icon: https://acme.example/icon.png }",
    `DF1012 manifests/a.yaml:3:22 "icon" ${inGitbook}`,
  ],
  [
    "a value of a field",
    "",
    "sites:\n  hub: { title: Hub, type: sponsored }",
    `DF1012 manifests/a.yaml:3:28 this value of type ${inGitbook}`,
  ],
  [
    "a merge rule",
    "",
    "settings: { mergeRules: { type: rules, rules: [{ rule: require_all_reviews_approved }] } }",
    `DF1012 manifests/a.yaml:2:13 this value of mergeRules ${inGitbook}`,
  ],
  [
    "what is ignored",
    gitbook,
    "sites:\n  hub: { title: Hub, type: premium, ignore: [agentsContext] }",
    `DF1012 manifests/a.yaml:3:46 "agentsContext" ${inReference}`,
  ],
  [
    "a default",
    `${gitbook}defaults: { site: { agentsContext: included } }\n`,
    "sites:\n  hub: { title: Hub, type: premium }",
    `DF1012 docform.yaml:2:21 defaults: "agentsContext" ${inReference}`,
  ],
])("%s that the edition lacks is an error at its line", async (_, settings, body, expected) => {
  const { diagnostics } = await load(settings, `organization: acme\n${body}\n`);
  expect(diagnostics.map(line)).toEqual([expected]);
  expect(diagnostics[0]?.hint).toContain("write platform: { api:");
});

test("a field that no edition has is unknown in each", async () => {
  const { diagnostics } = await load(gitbook, "organization: acme\nteams: { docs: { tilte: Docs } }\n");
  expect(diagnostics.map(line)).toEqual([
    'DF1004 manifests/a.yaml:2:18 unknown field "tilte" | did you mean "title"?',
  ]);
});

test.each([
  [
    "sites: { hub: { title: Hub } }",
    'the site "hub" needs type = add type: one of "basic", "premium", "ultimate"',
  ],
  [
    "spaces: { one: { title: One, access: { teams: { id:t: null } } } }",
    'access.teams.id:t must be one of "admin", "create", "review", "edit", "comment", "read" = leave the line out instead of null',
  ],
  [
    "members: { ana@acme.example: { role: Admin } }",
    'role must be one of "admin", "create", "review", "edit", "comment", "read", null | did you mean "admin"?',
  ],
])("%s: says the values that are taken", async (manifest, told) => {
  const { diagnostics } = await load(gitbook, nothing + manifest);
  const texts = diagnostics.map((one) => `${line(one)}${one.hint === undefined ? "" : ` = ${one.hint}`}`);
  expect(texts).toEqual([expect.stringContaining(told)]);
});

const site = (more: string): string =>
  `organization: acme\nsites:\n  hub:\n    title: Hub\n    type: basic\n${more}`;

test.each([
  [
    "keepOldPaths with exact redirects: the kept ones are declared nowhere",
    "    keepOldPaths: true\n    manage: { redirects: exact }\n",
    /^DF1005 manifests\/a.yaml:6:\d+ keepOldPaths keeps redirects/,
  ],
  [
    "two sources that differ in case",
    '    redirects:\n      a: { source: /old, to: "https://a.example" }\n      b: { source: /OLD, to: "https://a.example" }\n',
    /^DF2002 manifests\/a.yaml:8:\d+ /,
  ],
  [
    "a star that is not last",
    '    redirects: { a: { source: /old/*/x, to: "https://a.example" } }\n',
    /^DF1005 manifests\/a.yaml:6:\d+ .*one star may be its end/,
  ],
  [
    "two stars",
    '    redirects: { a: { source: /old/**, to: "https://a.example" } }\n',
    /^DF1005 manifests\/a.yaml:6:\d+ .*one star may be its end/,
  ],
  [
    "a fallback address with location",
    '    visitorAuth: { backend: custom, fallbackURL: "https://a.example/in?location=/x" }\n',
    /^DF1005 manifests\/a.yaml:6:\d+ .*location/,
  ],
  [
    "a link inside a section",
    "    structure:\n      - section: s\n        title: Start\n        spaces: [{ space: id:sp }, { link: x, title: Status, url: https://a.example }]\n",
    /^DF1005 manifests\/a.yaml:9:\d+ a section takes no external link/,
  ],
  [
    "a link in a site without sections",
    "    structure:\n      - { space: id:sp }\n      - { link: x, title: Status, url: https://a.example }\n",
    /^DF2004 manifests\/a.yaml:8:\d+ .* needs a section in its site/,
  ],
  [
    "null where a look takes none",
    "    customization: { themes: null }\n",
    /^DF1005 manifests\/a.yaml:6:\d+ /,
  ],
] as const)("in the edition gitbook, an error at its line: %s", async (_, manifest, message) => {
  const { diagnostics } = await load(gitbook, site(manifest));
  expect(diagnostics.map(line)).toEqual([expect.stringMatching(message)]);
});
