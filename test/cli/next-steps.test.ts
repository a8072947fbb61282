import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifest, project } from "../support/processes/cli-fixture.ts";

const said = async (files: Readonly<Record<string, string>>, line: string): Promise<string> => {
  const { stdout, stderr } = await (await project(files)).docform(line);
  return stdout + stderr;
};

test("two forms of a value at once: says that it takes one of them", async () => {
  const text = await said(
    manifest("openapi: { p: { source: { url: 'https://x.example/y', text: a } } }\n"),
    "validate",
  );
  expect(text).toContain("source takes no text beside url");
  expect(text).not.toContain("did you mean");
});

test("a field that does not go with the form that is named: says with which it does", async () => {
  const text = await said(manifest("settings: { mergeRules: { type: none, rules: [] } }\n"), "validate");
  expect(text).toContain("mergeRules takes no rules beside type: none");
  expect(text).toContain("take one of them out, or change what the other says");
});

test("a key that cannot be one: says to take another", async () => {
  const text = await said(manifest("teams: { __proto__: { title: Docs } }\n"), "validate");
  expect(text).toContain("give it another key");
});

test("a file that is no text: says how to save it, and marks nothing", async () => {
  const { docform, folder } = await project(manifest(""));
  writeFileSync(join(folder, "manifests/all.yaml"), Buffer.from([0x61, 0xff, 0xfe]));
  const { stdout } = await docform("validate");
  expect(stdout).toContain("save the file as UTF-8");
  expect(stdout).not.toContain("marked");
});

test("fmt of a file that is not there shows no lines of it", async () => {
  const { docform } = await project(manifest("teams: {}\n"));
  const { stderr } = await docform("fmt nope.yaml");
  expect(stderr).toContain('there is no file or folder "nope.yaml"');
  expect(stderr).not.toContain("│");
});

describe("a code for several mistakes says of each what to do:", () => {
  const circle = "collections:\n  a: { title: Aa, parent: b }\n  b: { title: Bb, parent: a }\n";
  const twice =
    "teams:\n  docs: { title: Docs, members: { li@acme.example: owner, Li@acme.example: member } }\n";
  const aliases = "organizations: { acme: { id: org_acme }, docs: { id: org_acme } }\n";
  const journal = { ".docform/runs/20251231-235900000-0a1b.jsonl": "Somebody wrote this.\n" };

  test.each<[what: string, files: Readonly<Record<string, string>>, line: string, next: string, not: string]>(
    [
      ["collections in a circle", manifest(circle), "validate", "out of the circle", "two places"],
      ["a person twice in one list", manifest(twice), "validate", "keep one of the two", "with id"],
      [
        "two aliases with one id",
        { "docform.yaml": aliases, ...manifest("teams: {}\n") },
        "validate",
        "give each alias the id of its own organization",
        "different names",
      ],
      [
        "two site spaces with one path",
        manifest(
          "spaces: { one: { title: One }, two: { title: Two } }\nsites:\n  docs:\n    title: Docs\n    structure: [{ space: one, path: a }, { space: two, path: a }]\n",
        ),
        "validate",
        "give each its own path",
        "by id",
      ],
      ["a plan that is not there", manifest("teams: {}\n"), "apply none.json", "Check the path", "--port"],
      ["a seed that is not there", {}, "serve --seed none.yaml", "Check the path", "--port"],
      ["a damaged journal", journal, "runs show 20251231", "move the file away", "delete"],
    ],
  )("%s", async (_, files, line, next, not) => {
    const text = await said(files, line);
    expect(text).toContain(next);
    expect(text).not.toContain(not);
  });
});

describe("explain, where two organizations have the same", () => {
  const files = {
    "docform.yaml": "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n",
    "manifests/acme.yaml": "organization: acme\nteams: { docs: { title: Docs } }\n",
    "manifests/globex.yaml": "organization: globex\nteams: { docs: { title: Docs }, ops: { title: Ops } }\n",
  };

  test("asks which address is meant", async () => {
    const text = await said(files, "explain teams.docs");
    expect(text).toContain('"teams.docs" is in 2 organizations');
    expect(text).toContain("write acme/teams.docs or globex/teams.docs");
    expect(await said(files, "explain teams.ops")).toContain("globex/teams.ops");
  });
});

test("explain of something live by its id says that no manifest declares it", async () => {
  const files = manifest("teams: { docs: { id: team_docs } }\n");
  expect(await said(files, "explain teams.id:team_twin_a")).toContain("no manifest declares it");
  expect(await said(files, "explain teams.id:team_none")).toContain("DF5050");
});

test("texts for people name no assumption of ours", () => {
  const folder = join(import.meta.dirname, "../..");
  const files = ["docs/reference/diagnostics", "docs/reference/manifests", "schema"].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, name, file),
    ),
  );
  const naming = files.filter(
    (file) => statSync(file).isFile() && /\(A\d+[,)]/.test(readFileSync(file, "utf8")),
  );
  expect(naming).toEqual([]);
});

test("a target may be a collection of the only organization that has it", async () => {
  const files = {
    "docform.yaml": "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n",
    ...manifest("teams: { docs: { id: team_docs, title: Writers } }\nsites: { hub: { id: site_empty } }\n"),
    "manifests/globex.yaml": "organization: globex\nspaces: { docs: { id: sp_globex } }\n",
  };
  expect(await said(files, "plan --target teams")).toContain("1 to change");
  expect(await said(files, "plan --target hub")).toContain("did you mean acme/sites.hub?");
  const more = { ...files, "manifests/more.yaml": "organization: globex\nteams: { ops: { title: Ops } }\n" };
  expect(await said(more, "plan --target teams")).toContain("write acme/teams or globex/teams, or both");
});
