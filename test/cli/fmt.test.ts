import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isMap, type Node, parseAllDocuments, visit } from "yaml";
import { kinds } from "../../src/kinds/kinds.ts";
import { formatYaml } from "../../src/manifest/format/format-yaml.ts";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import { manifestLayout, projectLayout } from "../../src/manifest/write/field-order.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { type Run, runDocform } from "../support/processes/run-docform.ts";
import { exampleProjects } from "../support/projects/example-projects.ts";

const untidy =
  "teams:\n    docs:\n        members: {}\n        # the name\n        title:  Docs\norganization: acme\n";
const tidy = "organization: acme\nteams:\n  docs:\n    # the name\n    title: Docs\n    members: {}\n";
const untidySettings = "manifests: [manifests]\norganizations: { acme: { id: org_acme } }\n";
const tidySettings = "organizations: { acme: { id: org_acme } }\nmanifests: [manifests]\n";

function untidyProject(more: Readonly<Record<string, string>> = {}): string {
  return folderWith({
    "docform.yaml": untidySettings,
    "manifests/a.yaml": untidy,
    "manifests/b.yaml": tidy,
    ...more,
  });
}

function fmt(cwd: string, line: string, piped?: string): Promise<Run> {
  return runDocform(["fmt", ...line.split(" ").filter(Boolean)], {
    cwd,
    ...(piped === undefined ? {} : { piped }),
  });
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}

describe("docform fmt", () => {
  test("writes the files of the project in canonical form and names those that change; then none does", async () => {
    const cwd = untidyProject();
    expect(await fmt(cwd, "")).toEqual({ code: 0, stdout: "docform.yaml\nmanifests/a.yaml\n", stderr: "" });
    expect(read(cwd, "docform.yaml")).toBe(tidySettings);
    expect(read(cwd, "manifests/a.yaml")).toBe(tidy);
    expect(await fmt(cwd, "--check")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("--check writes nothing, names the files and exits with 2", async () => {
    const cwd = untidyProject();
    expect(await fmt(cwd, "--check")).toEqual({
      code: 2,
      stdout: "docform.yaml\nmanifests/a.yaml\n",
      stderr: "",
    });
    expect(read(cwd, "manifests/a.yaml")).toBe(untidy);
  });

  test("--diff writes nothing and shows what would change", async () => {
    const cwd = untidyProject();
    const { code, stdout } = await fmt(cwd, "--diff docform.yaml");
    expect(code).toBe(0);
    expect(stdout).toBe(
      "--- docform.yaml\n+++ docform.yaml\n@@ -1,2 +1,2 @@\n-manifests: [manifests]\n organizations: { acme: { id: org_acme } }\n+manifests: [manifests]\n",
    );
    expect(read(cwd, "docform.yaml")).toBe(untidySettings);
    expect(await fmt(cwd, "--check --diff docform.yaml")).toMatchObject({ code: 2, stdout });
  });

  test.each([
    ["a file", "manifests/a.yaml", ["manifests/a.yaml"]],
    ["a folder", "manifests", ["manifests/a.yaml"]],
    [
      "a file from another folder, as it is written there",
      "-C . ./manifests/../docform.yaml",
      ["docform.yaml"],
    ],
  ])("formats only %s that is named", async (_, line, changed) => {
    const { stdout, code } = await fmt(untidyProject(), line);
    expect({ code, changed: stdout.trim().split("\n") }).toEqual({ code: 0, changed });
  });

  test("formats stdin to stdout, whichever of the two kinds of files it is", async () => {
    expect(await fmt("/", "-", untidy)).toEqual({ code: 0, stdout: tidy, stderr: "" });
    expect(await fmt("/", "-", untidySettings)).toEqual({ code: 0, stdout: tidySettings, stderr: "" });
    expect(await fmt("/", "- --check", untidy)).toEqual({ code: 2, stdout: "-\n", stderr: "" });
  });

  test("writes nothing at all when one file cannot be read, and shows the place", async () => {
    const cwd = untidyProject({ "manifests/c.yaml": "teams: [\n" });
    const { code, stdout, stderr } = await fmt(cwd, "");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("DF1001");
    expect(stderr).toContain("manifests/c.yaml:2:1");
    expect(read(cwd, "manifests/a.yaml")).toBe(untidy);
  });

  test.each([
    ["is not there", "none.yaml", "DF5001"],
    ["lies outside the project folder", "../out.yaml", "DF1009"],
    ["is no option", "--write", "DF5001"],
  ])("refuses what %s", async (_, line, code) => {
    const outside = folderWith({ "out.yaml": untidy, "in/docform.yaml": tidySettings });
    const run = await fmt(join(outside, "in"), line);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(code);
    expect(read(outside, "out.yaml")).toBe(untidy);
  });

  test("refuses a folder without a project", async () => {
    const run = await fmt(folderWith({ "a.txt": "" }), "");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("DF1010");
  });

  test("warns of what has no canonical form, and leaves it as it is", async () => {
    const cwd = folderWith({ "docform.yaml": tidySettings, "manifests/a.yaml": "- a\n" });
    const run = await fmt(cwd, "");
    expect(run).toMatchObject({ code: 0, stdout: "" });
    expect(run.stderr).toContain("warning[DF1040]");
    expect(read(cwd, "manifests/a.yaml")).toBe("- a\n");
  });

  test("keeps who may read a file, and a link a link", async () => {
    const cwd = untidyProject();
    const file = join(cwd, "manifests/a.yaml");
    chmodSync(file, 0o664);
    mkdirSync(join(cwd, "links"));
    symlinkSync(file, join(cwd, "links/a.yaml"));
    expect(await fmt(cwd, "links/a.yaml")).toMatchObject({ code: 0 });
    expect(read(cwd, "manifests/a.yaml")).toBe(tidy);
    expect(statSync(file).mode & 0o777).toBe(0o664);
    expect(readdirSync(join(cwd, "manifests"))).toEqual(["a.yaml", "b.yaml"]);
    expect(lstatSync(join(cwd, "links/a.yaml")).isSymbolicLink()).toBe(true);
  });

  test("changes no value, not even one that is masked wherever it is shown", async () => {
    const cwd = folderWith({
      "docform.yaml": untidySettings,
      "manifests/a.yaml": `teams: { t: { title: canary-token-1 } }\norganization: acme\n`,
    });
    const env = { DOCFORM_TOKEN: "canary-token-1" };
    const { stdout } = await runDocform(["fmt", "--diff"], { cwd, env });
    expect(stdout).not.toContain("canary");
    expect(await runDocform(["fmt"], { cwd, env })).toMatchObject({ code: 0 });
    expect(read(cwd, "manifests/a.yaml")).toContain("title: canary-token-1");
  });

  const pem = "      -----BEGIN CERTIFICATE-----\n      MIIcanaryMIIcanaryMIIcanary\n";
  const secretive = `saml:\n  okta:\n    certificate: |\n${pem}    label: Okta\norganization: acme\n`;
  test.each([
    ["of a manifest", "", { "manifests/a.yaml": secretive }],
    ["of a file that is named", "more/a.yaml", { "more/a.yaml": secretive }],
    [
      "of a variable",
      "",
      {
        "docform.yaml": `variables:\n  pem: MIIcanaryMIIcanaryMIIcanary\n${tidySettings}`,
        "manifests/a.yaml": `saml: { okta: { certificate: "\${var:pem}" } }\norganization: acme\n`,
      },
    ],
    ["of an overlay", "", { "manifests/a.yaml": tidy, "overlays/a.yaml": secretive }],
  ])(
    "--diff shows no certificate %s; fmt writes it as it is",
    async (_, name, files: Record<string, string>) => {
      const environments = "environments: { production: { overlays: [overlays] } }\n";
      const cwd = folderWith({
        "docform.yaml": `${environments}${untidySettings}`,
        "overlays/b.yaml": "organization: acme\n",
        ...files,
      });
      const { code, stdout } = await fmt(cwd, `--diff ${name}`);
      expect([code, stdout]).toEqual([0, expect.not.stringContaining("canary")]);
      expect(stdout).toContain("[redacted]");
      expect(await fmt(cwd, name)).toMatchObject({ code: 0 });
      const texts = Object.keys(files).map((file) => read(cwd, file));
      expect(texts.join("")).toContain("MIIcanaryMIIcanaryMIIcanary");
    },
  );
});

const examples = exampleProjects();

describe.each(examples)("examples/%s", (example) => {
  const folder = join("examples", example);
  const files = [
    "docform.yaml",
    ...yamlIn(folder, "manifests"),
    ...yamlIn(folder, "overlays"),
    ...yamlIn(folder, "layers"),
  ];

  test("is in canonical form", async () => {
    expect(await fmt(folder, "--check --diff")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("with all its keys in reverse declares the same, and is the same again when it is formatted", async () => {
    const written = Object.fromEntries(files.map((file) => [file, read(folder, file)]));
    const reversed = Object.fromEntries(files.map((file) => [file, reverse(written[file] ?? "")]));
    const formatted = Object.fromEntries(files.map((file) => [file, format(file, reversed[file] ?? "")]));
    expect(formatted).not.toEqual(reversed);
    expect(await declaredBy(folder, formatted)).toEqual(await declaredBy(folder, written));
  });
});

function yamlIn(folder: string, path: string): readonly string[] {
  if (!existsSync(join(folder, path))) return [];
  return readdirSync(join(folder, path), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => `${path}/${file}`);
}

function reverse(text: string): string {
  const documents = parseAllDocuments(text);
  for (const document of documents) {
    // In reverse, an alias would come before its anchor.
    visit(document, { Alias: (_, alias) => alias.resolve(document)?.clone() as Node });
    visit(document, { Collection: (_, node) => void Reflect.deleteProperty(node, "anchor") });
    visit(document, { Map: (_, map) => void (isMap(map) && map.items.reverse()) });
  }
  return documents.map(String).join("");
}

function format(file: string, text: string): string {
  const { text: after, diagnostics } = formatYaml(
    file,
    text,
    file === "docform.yaml" ? projectLayout() : manifestLayout(kinds),
  );
  expect(diagnostics).toEqual([]);
  return after;
}

/** The declarations of the files, without their places. */
async function declaredBy(folder: string, files: Readonly<Record<string, string>>): Promise<unknown> {
  const others = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => /\.(?:pem|csv)$/.test(name))
      .map((name) => [name, read(folder, name)]),
  );
  const { desired, diagnostics } = await loadProject(folder, memoryFiles({ ...others, ...files }), {
    env: {},
  });
  expect(diagnostics).toEqual([]);
  return JSON.parse(
    JSON.stringify(desired, (key, value: unknown) => (/source/i.test(key) ? undefined : value)),
  );
}
