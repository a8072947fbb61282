import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LanguageService } from "yaml-language-server";
import { type Edition, editions } from "../../src/contract/edition.ts";
import { kindsOf } from "../../src/kinds/kinds-of.ts";
import { indexKinds } from "../../src/manifest/schema/kind-slots.ts";
import { modeline, type SchemaName, schemaFile, schemaNames } from "../../src/manifest/schema/modeline.ts";
import { schemaText } from "../../src/manifest/schema/published-schemas.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { exampleProjects } from "../support/projects/example-projects.ts";

const kinds = kindsOf("reference").all;

// The server is CommonJS; its modules import each other without file endings.
const require = createRequire(import.meta.url);
const { getLanguageService } = require("yaml-language-server") as {
  readonly getLanguageService: (parameters: object) => LanguageService;
};
type Document = Parameters<LanguageService["doValidation"]>[0];
const { TextDocument } = require("vscode-languageserver-textdocument") as {
  readonly TextDocument: {
    readonly create: (uri: string, language: string, version: number, text: string) => Document;
  };
};

/** A service that knows no schema but by the modeline of a file, and finds it where `docform schema --write` put it. */
const service = getLanguageService({
  schemaRequestService: async (uri: string) => {
    for (const edition of editions)
      for (const one of schemaNames)
        if (uri === `file:///${edition}/${schemaFile(one)}`) return schemaText(one, kindsOf(edition).all);
    throw new Error(`no schema at ${uri}`);
  },
  workspaceContext: { resolveRelativePath: (path: string, from: string) => new URL(path, from).href },
});
service.configure({ validate: true, hover: true, completion: true, schemas: [], hoverSchemaSource: false });

/** The service keeps what it knows of a version. */
let version = 0;

/** A file of the project with its modeline, as an editor opens it; `‸` in the text is the cursor. */
function open(name: SchemaName, file: string, marked: string, edition: Edition = "reference") {
  const text = `${modeline(name, file)}\n${marked.replace("‸", "")}`;
  const document = TextDocument.create(`file:///${edition}/${file}`, "yaml", ++version, text);
  const at = document.positionAt(modeline(name, file).length + 1 + Math.max(0, marked.indexOf("‸")));
  return { document, at };
}

async function mistakes(
  name: SchemaName,
  file: string,
  text: string,
  edition?: Edition,
): Promise<readonly string[]> {
  const { document } = open(name, file, text, edition);
  const found = await service.doValidation(document, false);
  return found.map(({ range, message }) => `${range.start.line}:${range.start.character + 1} ${message}`);
}

async function suggested(text: string, name: SchemaName = "manifest") {
  const { document, at } = open(name, name === "project" ? "docform.yaml" : "manifests/a.yaml", text);
  const { items } = await service.doComplete(document, at, false);
  return new Map(items.map(({ label, documentation }) => [label, JSON.stringify(documentation) ?? ""]));
}

async function hovered(text: string, name: SchemaName = "manifest"): Promise<string> {
  const { document, at } = open(name, name === "project" ? "docform.yaml" : "manifests/a.yaml", text);
  return JSON.stringify((await service.doHover(document, at))?.contents ?? "");
}

const site = "organization: acme\nsites:\n  hub:\n    title: Hub\n";

describe("in an editor with yaml-language-server", () => {
  test.each(exampleFiles())("%s has no mistakes", async (path, file) => {
    const name = file === "docform.yaml" ? "project" : file.startsWith("overlays/") ? "overlay" : "manifest";
    const edition = path.startsWith("examples/gitbook/") ? "gitbook" : "reference";
    expect(await mistakes(name, file, readFileSync(path, "utf8"), edition)).toEqual([]);
  });

  test("all fields of a site are suggested, with what they are", async () => {
    const all = await suggested(`${site}    ‸\n`);
    const siteKind = kinds.find((kind) => kind.name === "site")!;
    const expected = [...indexKinds(kinds).slots(siteKind).keys()].filter((name) => name !== "title");
    expect([...all.keys()]).toEqual(expect.arrayContaining(expected));
    expect(all.get("basename")).toContain("Last part of the site's address");
  });

  test("all values of a choice are suggested, with what each means", async () => {
    const all = await suggested(`${site}    visibility: ‸\n`);
    expect([...all.keys()].sort()).toEqual(["public", "share-link", "unlisted", "visitor-auth"]);
    expect(all.get("unlisted")).toContain("search engines do not index it");
    expect([
      ...(await suggested("organization: acme\nmembers:\n  a@b.example:\n    role: ‸\n")).keys(),
    ]).toEqual(expect.arrayContaining(["admin", "read", "null"]));
    expect(
      [
        ...(await suggested("organization: acme\nteams:\n  a:\n    members:\n      a@b.example: ‸\n")).keys(),
      ].sort(),
    ).toEqual(["member", "owner"]);
  });

  test("so are true and false", async () => {
    expect([...(await suggested(`${site}    published: ‸\n`)).keys()].sort()).toEqual(["false", "true"]);
  });

  test("every kind of item of a list is suggested, and then its own fields", async () => {
    expect([...(await suggested(`${site}    structure:\n      - ‸\n`)).keys()]).toEqual(
      expect.arrayContaining(["space", "section", "group"]),
    );
    const inGroup = await suggested(`${site}    structure:\n      - group: a\n        ‸\n`);
    expect([...inGroup.keys()]).toEqual(expect.arrayContaining(["sections", "groups", "icon"]));
    expect([...inGroup.keys()]).not.toContain("condition");
  });

  test("what the cursor is on is explained: fields, and values of choices", async () => {
    const field = await hovered(`${site}    visi‸bility: public\n`);
    expect(field).toContain("Who can see the site once it is published.");
    expect(field).toContain("A new one has `public`.");
    expect(await hovered(`${site}    visibility: unli‸sted\n`)).toContain("search engines do not index it");
    expect(await hovered("organization: acme\nmembers:\n  a@b.example: { ro‸le: null }\n")).toContain(
      "null makes a guest",
    );
    expect(await hovered("organi‸zations: { acme: { id: x } }\n", "project")).toContain(
      "by the alias that manifests use",
    );
  });

  test.each([
    ["a mistyped field", `${site}    visiblity: public\n`, "5:5 Property visiblity is not allowed."],
    ["a mistyped value", `${site}    visibility: pubic\n`, "5:17 Value is not accepted. Valid values"],
    ["a wrong type", `${site}    published: maybe\n`, '5:16 Incorrect type. Expected "boolean".'],
    ["a mistyped collection", "organization: acme\nteems: {}\n", "2:1 Property teems is not allowed."],
    [
      "a mistyped field of an item",
      `${site}    structure:\n      - section: a\n        title: Aa\n        spaecs: []\n`,
      "8:9 Property spaecs is not allowed.",
    ],
    ["a field that is missing", "organization: acme\nsites:\n  hub: {}\n", '3:3 Missing property "title".'],
  ])("%s is marked, where it is", async (_, text, message) => {
    expect(
      (await mistakes("manifest", "manifests/a.yaml", text)).map((one) => one.slice(0, message.length)),
    ).toEqual([message]);
  });

  test("so is a mistyped key of docform.yaml", async () => {
    const text = "organizations: { acme: { id: x } }\ngards: {}\n";
    expect(await mistakes("project", "docform.yaml", text)).toEqual(["2:1 Property gards is not allowed."]);
    expect(
      [
        ...(await suggested(`${text.replace("gards: {}", "guards:\n  exposure: ‸")}`, "project")).keys(),
      ].sort(),
    ).toEqual(["hold", "show"]);
  });

  test("a value that is still to be filled in is no mistake, whatever form the field has", async () => {
    const text = `${site}    visibility: "\${env:VISIBILITY}"\n    published: \${var:isOpen}\nsaml:\n  okta: { label: Okta, ssoURL: "https://\${env:HOST}/sso", defaultRole: "\${env:ROLE}" }\n`;
    expect(await mistakes("manifest", "manifests/a.yaml", text)).toEqual([]);
  });
});

test("every choice of a field says what each of its values means, but where the name is all there is", () => {
  const unexplained = kinds.flatMap((kind) =>
    Object.entries(kind.fields).flatMap(([name, { schema, values = {} }]) => {
      const options = "options" in schema && Array.isArray(schema.options) ? schema.options : [];
      const choices = options.filter((one): one is string => typeof one === "string");
      return choices.every((one) => one in values) ? [] : [`${kind.name}.${name}`];
    }),
  );
  expect(unexplained).toEqual(["site.type"]);
});

describe("docform schema", () => {
  test("prints the schema that the package holds, without a project", async () => {
    const cwd = folderWith({});
    expect(await runDocform(["schema"], { cwd })).toEqual({
      code: 0,
      stdout: readFileSync("schema/manifest.schema.json", "utf8"),
      stderr: "",
    });
    expect(await runDocform(["schema", "project"], { cwd })).toMatchObject({
      stdout: readFileSync("schema/project.schema.json", "utf8"),
    });
    expect(
      (await runDocform(["schema", "--list"], { cwd })).stdout.split("\n").map((line) => line.split(" ")[0]),
    ).toEqual([...schemaNames, ""]);
    expect(await runDocform(["schema", "plan"], { cwd })).toMatchObject({ code: 1, stdout: "" });
  });

  test("--write puts all where modelines name them, over older ones", async () => {
    const cwd = folderWith({ "docform.yaml": "", [schemaFile("project")]: "old" });
    expect(await runDocform(["schema", "--write"], { cwd })).toMatchObject({
      code: 0,
      stdout: schemaNames.map((one) => `${schemaFile(one)}\n`).join(""),
    });
    for (const name of schemaNames)
      expect(readFileSync(join(cwd, schemaFile(name)), "utf8")).toBe(schemaText(name, kinds));
  });

  test.each(["folder", "file"])("--write follows no link of a %s out of the project", async (what) => {
    const outside = folderWith({ "kept.json": "kept" });
    const cwd = folderWith({ "docform.yaml": "", ".docform/schema/kept.txt": "" });
    const link = join(cwd, what === "folder" ? ".docform" : schemaFile("manifest"));
    rmSync(link, { recursive: true, force: true });
    symlinkSync(what === "folder" ? outside : join(outside, "kept.json"), link);
    const run = await runDocform(["schema", "--write"], { cwd });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toMatch(/error\[DF5007\]: \.docform\S* is a link/);
    expect(readdirSync(outside)).toEqual(["kept.json"]);
    expect(readFileSync(join(outside, "kept.json"), "utf8")).toBe("kept");
  });
});

describe("what is written of the schemas names each of them:", () => {
  const page = readFileSync("docs/guides/editors.md", "utf8");

  test("the table of docs/guides/editors.md, with its file", () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|.*\| `([^`]+)` \|$/gm)].map(([, name, file]) => [
      name,
      file,
    ]);
    expect(rows).toEqual(schemaNames.map((name) => [name, schemaFile(name)]));
  });

  test("the settings of VS Code", () => {
    const [, settings = ""] = /^```json\n(.*?)^```$/ms.exec(page) ?? [];
    expect(Object.keys(JSON.parse(settings)["yaml.schemas"])).toEqual(schemaNames.map(schemaFile));
  });

  test("the command", () => {
    expect(page).toContain(`\`docform schema [${schemaNames.join("\\|")}]\``);
  });
});

function exampleFiles(): readonly (readonly [string, string])[] {
  return exampleProjects().flatMap((example) => {
    const folder = join("examples", example);
    const within = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      /^(manifests|overlays)\/.*\.yaml$/.test(file),
    );
    return ["docform.yaml", ...within].map((file) => [join(folder, file), file] as const);
  });
}
