import { expect, test } from "vitest";
import { docformWith, line, load, valuesOf } from "../../../test/support/projects/load-manifests.ts";

const settings = docformWith(`variables:
  region: eu
  host: docs.\${var:region}.example
  days: 30
  isOpen: false
  secret: \${env:SECRET}
  text: \${file:text.txt}
environments:
  production:
    variables: { region: us, isOpen: true, only: here }`);

const team = (title: string) => ({
  "docform.yaml": settings,
  "manifests/a.yaml": `organization: acme\nteams:\n  docs: { title: ${title} }\n`,
  "text.txt": "From a file",
});

test.each<[written: string, title: unknown, env?: Record<string, string>, environment?: string]>([
  ["'Docs ${var:region}'", "Docs eu"],
  ["'Docs ${var:region}'", "Docs us", {}, "production"],
  ["'${var:host}'", "docs.eu.example"],
  ["'${var:host}'", "docs.us.example", {}, "production"],
  ["'${var:only}'", "here", {}, "production"],
  ["'${var:only:-elsewhere}'", "elsewhere"],
  ["'${var:days} days'", "30 days"],
  ["'${var:text}'", "From a file"],
  ["'$${var:region}'", "${var:region}"],
  ["'${var:region:-us}'", "eu"],
  ["'${env:NAME:-Docs}'", "Docs"],
  ["'${env:NAME:-Docs}'", "Docs", { NAME: "" }],
  ["'${env:NAME:-Docs}'", "Writers", { NAME: "Writers" }],
  ["'${env:NAME:-a:-b}'", "a:-b"],
  ["'x${env:NAME:-}'", "x"],
  ["'${file:none.txt:-Docs}'", "Docs"],
  ["'${file:text.txt:-Docs}'", "From a file"],
])("%s is %s", async (written, title, env = {}, environment) => {
  const project = await load(team(written), env, environment);
  expect(project.diagnostics.map(line)).toEqual([]);
  expect(valuesOf(project)["teams.docs"]?.title).toBe(title);
});

test("a text that is nothing but a variable has its type; within a text it is text", async () => {
  const body = (value: string) => ({
    "docform.yaml": settings,
    "manifests/a.yaml": `organization: acme\nsites:\n  help: { title: Help, published: ${value} }\n`,
  });
  expect(valuesOf(await load(body("'${var:isOpen}'")))["sites.help"]?.published).toBe(false);
  expect(valuesOf(await load(body("'${var:isOpen}'"), {}, "production"))["sites.help"]?.published).toBe(true);
  expect((await load(body("'${var:isOpen} '"))).diagnostics.map(line)).toEqual([
    "DF1005 manifests/a.yaml:3:35 published must be true or false, not text",
  ]);
});

test.each<[promise: string, title: string, mistakes: readonly string[]]>([
  [
    "a variable that is not declared",
    "${var:regon}",
    ['DF1020 manifests/a.yaml:3:18 docform.yaml declares no variable "regon" | did you mean "region"?'],
  ],
  [
    "a variable of another environment",
    "${var:only}",
    ['DF1020 manifests/a.yaml:3:18 docform.yaml declares no variable "only"'],
  ],
  ["a mistyped form", "${vra:region}", ["DF1007 manifests/a.yaml:3:18 cannot interpolate ${vra:region}"]],
  [
    "a default that would be evaluated",
    "${var:only:-${env:HOME}}",
    ["DF1007 manifests/a.yaml:3:18 cannot interpolate ${var:only:-${env:HOME}"],
  ],
  [
    "a variable that needs what is not set: told once, where it is written",
    "${var:secret} ${var:secret}",
    ["DF1008 docform.yaml:9:11 the environment variable SECRET is not set"],
  ],
  [
    "a default is for a file that is not there, not for one outside",
    "${file:../../x:-Docs}",
    ['DF1009 manifests/a.yaml:3:18 the file "../../x" lies outside the project folder'],
  ],
  [
    "the token is no content, whatever the default",
    "${env:DOCFORM_TOKEN:-x}",
    ["DF1007 manifests/a.yaml:3:18 DOCFORM_TOKEN is a credential, which is no content"],
  ],
])("%s is a mistake", async (_, title, mistakes) => {
  expect((await load(team(`'${title}'`))).diagnostics.map(line)).toEqual(mistakes);
});

test("variables in a circle, or in an endless chain, are told and not followed", async () => {
  const at = async (variables: string) => {
    const files = { ...team("'${var:a}'"), "docform.yaml": docformWith(`variables:\n${variables}`) };
    return (await load(files)).diagnostics.map(line);
  };
  expect(await at("  a: '${var:b}'\n  b: '${var:c}'\n  c: '${var:a}'")).toEqual([
    "DF1020 docform.yaml:5:3 the variable a is made of itself, or of more than 100 others",
  ]);
  const chain = Array.from({ length: 500 }, (_, n) => `  v${n}: '\${var:v${n + 1}}'`).join("\n");
  expect(await at(`  a: '\${var:v0}'\n${chain}`)).toEqual([
    "DF1020 docform.yaml:105:3 the variable v99 is made of itself, or of more than 100 others",
  ]);
});

test("what comes from the environment through a variable stays sensitive; the rest does not", async () => {
  const files = {
    "docform.yaml": docformWith("variables: { a: 'x ${env:SECRET}', b: '${var:a}', plain: Plain }"),
    "manifests/a.yaml":
      "organization: acme\nteams: { a: { title: '${var:b}' }, b: { title: '${var:plain}' }, c: { title: '${env:NONE:-open}' } }",
  };
  const { desired } = await load(files, { SECRET: "hunter2" });
  expect(desired.resources.map(({ values, sensitive }) => [values.title, sensitive])).toEqual([
    ["x hunter2", ["title"]],
    ["Plain", []],
    ["open", []],
  ]);
});

test("a variable is no key", async () => {
  const files = {
    "docform.yaml": settings,
    "manifests/a.yaml": `organization: '\${var:region}'
sites: { help: { title: Help, structure: [{ section: '\${var:region}', title: Guides }] } }
order: [{ space: '\${var:region}' }]`,
  };
  expect((await load(files)).diagnostics.map(line)).toEqual([
    "DF1007 manifests/a.yaml:1:15 organization is a key here, so it cannot be interpolated",
    "DF1007 manifests/a.yaml:2:54 section is a key here, so it cannot be interpolated",
    "DF1007 manifests/a.yaml:3:18 space is a key here, so it cannot be interpolated",
  ]);
});

test("--var gives a variable another value of its type, as plain text, and nothing else", async () => {
  const at = async (...given: string[]) => {
    const project = await load(team("'${var:region} ${var:days}'"), {}, "production", given);
    return [valuesOf(project)["teams.docs"]?.title, ...project.diagnostics.map(line)];
  };
  expect(await at("region=ap", "days=7")).toEqual(["ap 7"]);
  expect(await at("region=a=${env:HOME}")).toEqual(["a=${env:HOME} 30"]);
  expect(await at("days=many", "isOpen=yes", "regoin=x", "region")).toEqual([
    "us 30",
    'DF1020 --var names "regoin", which docform.yaml does not declare',
    "DF1020 --var region has no value",
    "DF1020 docform.yaml:7:3 --var days must be a number, as in docform.yaml",
    "DF1020 docform.yaml:13:30 --var isOpen must be true or false, as in docform.yaml",
  ]);
});

test("texts that are put together have a limit in all", async () => {
  const files = {
    "docform.yaml": docformWith(`variables: { half: ${"x".repeat(512 * 1024)} }`),
    "manifests/a.yaml": `organization: acme\nteams:\n${Array.from({ length: 200 }, (_, n) => `  t${n}: { title: 'x\${var:half}' }`).join("\n")}`,
  };
  const { diagnostics } = await load(files);
  expect(diagnostics.filter(({ code }) => code === "DF1003").map(({ message }) => message)).toEqual([
    "the project expands to more than 64 MiB of text",
  ]);
});
