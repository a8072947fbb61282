import { expect, test } from "vitest";
import { docform, line, load, mistakesIn } from "../../../test/support/projects/load-manifests.ts";
import { loadProject } from "../load/load-project.ts";
import { memoryFiles, type ProjectFiles } from "../read/project-files.ts";
import { parseTemplate } from "./template.ts";

test.each<[written: string, title: string]>([
  ["${env:NAME} team", "Docs team"],
  ["a $ and $5 and $$", "a $ and $5 and $"],
  ["$${env:NAME}", "${env:NAME}"],
  ["$$$${env:NAME}", "$${env:NAME}"],
  ["$$${env:NAME}", "$Docs"],
  ["${file:shared/title.txt}", "From a file"],
  ["${env:NESTED}", "${env:NAME}"],
])("%s gives %s", async (written, title) => {
  const project = await load(
    {
      "manifests/a.yaml": `organization: acme\nteams:\n  docs: { title: '${written}' }`,
      "shared/title.txt": "From a file",
    },
    { NAME: "Docs", NESTED: "${env:NAME}" },
  );
  expect(project.diagnostics).toEqual([]);
  expect(project.desired.resources[0]?.values.title).toBe(title);
});

test.each<[promise: string, title: string, mistakes: string[]]>([
  [
    "a variable that is not set",
    "${env:NAMES}",
    ['DF1008 3:18 the environment variable NAMES is not set | did you mean "NAME"?'],
  ],
  [
    "a name of every object is not a variable",
    "${env:constructor}",
    ["DF1008 3:18 the environment variable constructor is not set"],
  ],
  ["a mistyped form", "${evn:NAME}", ["DF1007 3:18 cannot interpolate ${evn:NAME}"]],
  ["no form", "${NAME}", ["DF1007 3:18 cannot interpolate ${NAME}"]],
  ["no name", "${env:}", ["DF1007 3:18 cannot interpolate ${env:}"]],
  ["no end", "x ${env:NAME", ["DF1007 3:18 cannot interpolate ${"]],
  [
    "every mistake of a text",
    "${a b}${env:B}",
    ["DF1007 3:18 cannot interpolate ${a b}", "DF1008 3:18 the environment variable B is not set"],
  ],
  ["a file that is not there", "${file:x.pem}", ['DF1009 3:18 the file "x.pem" is not there']],
  [
    "a file outside",
    "${file:../../x.pem}",
    ['DF1009 3:18 the file "../../x.pem" lies outside the project folder'],
  ],
  [
    "an absolute path",
    "${file:/etc/hostname}",
    ['DF1009 3:18 the file "/etc/hostname" lies outside the project folder'],
  ],
  [
    "an absolute path of Windows",
    "${file:C:x}",
    ['DF1009 3:18 the file "C:x" lies outside the project folder'],
  ],
  [
    "a file of git",
    "${file:.git/config}",
    ['DF1009 3:18 the file ".git/config" lies in .git or .docform, which hold no content'],
  ],
  [
    "a file of docform, whatever the case",
    "${file:../.Docform/record.json:-x}",
    ['DF1009 3:18 the file "../.Docform/record.json" lies in .git or .docform, which hold no content'],
  ],
  ["a folder", "${file:manifests}", ['DF1009 3:18 the file "manifests" is not there']],
])("%s is a mistake", async (_, title, mistakes) => {
  expect(await mistakesIn(`teams:\n  docs: { title: '${title}' }`, { NAME: "Docs" })).toEqual(mistakes);
});

test("a file is looked for in the project folder, then in the folder of the manifest", async () => {
  const { desired, diagnostics } = await load({
    "manifests/saml/a.yaml":
      "organization: acme\nteams:\n  a: { title: '${file:a.txt}' }\n  b: { title: '${file:b.txt}' }\n  c: { title: '${file:../c.txt}' }",
    "a.txt": "project",
    "manifests/saml/a.txt": "beside",
    "manifests/saml/b.txt": "beside",
    "manifests/c.txt": "above",
  });
  expect(diagnostics).toEqual([]);
  expect(desired.resources.map(({ values }) => values.title)).toEqual(["project", "beside", "above"]);
});

test("a file must be small, text, and inside the project once links are followed", async () => {
  const files = {
    "docform.yaml": docform,
    "manifests/a.yaml":
      "organization: acme\nteams:\n  a: { title: '${file:big.txt}' }\n  b: { title: '${file:bytes}' }\n  c: { title: '${file:link}' }\n  d: { title: '${file:half.txt}${file:half.txt}${file:half.txt}' }",
    "big.txt": "x".repeat(1024 * 1024 + 1),
    "half.txt": "x".repeat(512 * 1024),
    bytes: new Uint8Array([0xff, 0xfe, 0x00]),
  };
  const base = memoryFiles({ ...files, link: "" });
  const linked: ProjectFiles = {
    ...base,
    realPath: async (path) => (path === "link" ? "../secret" : base.realPath(path)),
  };
  const project = await loadProject("/project", linked, { env: {} });
  expect(project.diagnostics.map(line)).toEqual([
    'DF1009 manifests/a.yaml:3:15 the file "big.txt" is larger than 1 MiB',
    'DF1009 manifests/a.yaml:4:15 the file "bytes" is not UTF-8 text',
    'DF1009 manifests/a.yaml:5:15 the file "link" lies outside the project folder',
    "DF1009 manifests/a.yaml:6:15 the files in this value are larger than 1 MiB",
  ]);
});

test("values from the environment are sensitive, and no message shows an interpolated value", async () => {
  const secret = "hunter2-pubic";
  const { desired, diagnostics } = await load(
    {
      "manifests/a.yaml": `organization: acme
spaces: { ${secret}x: { title: Near } }
sites:
  a: { title: '\${env:S}', visibility: '\${env:S}', structure: [{ section: '\${env:S}' }] }
  b: { title: Bb, published: '\${env:S}', proxy: '\${env:S}' }
openapi: { pets: { source: { url: '\${env:S}' }, visibility: '\${file:f}' } }
saml: { okta: { label: Okta, defaultTeam: '\${env:S}', ssoURL: '\${env:S}', certificate: '\${file:f}' } }
---
organization: '\${env:S}'
`,
      f: secret,
    },
    { S: secret },
  );
  expect(diagnostics.length).toBeGreaterThan(6);
  expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
  const sensitive = Object.fromEntries(
    desired.resources.map(({ address, sensitive }) => [address, sensitive]),
  );
  expect(sensitive).toMatchObject({
    "acme/sites.a": ["title", "visibility"],
    "acme/openapi.pets": ["source"],
    "acme/saml.okta": ["defaultTeam", "ssoURL", "certificate"],
  });
});

test("a text of half a million openings, or a hundred thousand references, is taken apart", () => {
  expect(parseTemplate("${".repeat(500_000))).toHaveLength(1);
  expect(parseTemplate("${env:X}".repeat(100_000))).toHaveLength(100_000);
});

test("what could not be interpolated is not the same as another such value", async () => {
  const mistakes = await mistakesIn("teams:\n  a: { title: '${env:T}' }\n  b: { title: '${env:T}' }");
  expect(mistakes.map((text) => text.slice(0, 6))).toEqual(["DF1008", "DF1008"]);
});
