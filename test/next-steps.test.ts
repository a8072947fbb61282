import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { manifest, project } from "./cli-fixture.ts";

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
  expect(stderr).toContain("the file is not there");
  expect(stderr).not.toContain("│");
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
  const folder = join(import.meta.dirname, "..");
  const files = ["docs/reference/diagnostics", "docs/reference/manifests", "schema"].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
  );
  const naming = files.filter((file) => /\(A\d+[,)]/.test(readFileSync(file, "utf8")));
  expect(naming).toEqual([]);
});

test("a target may be a collection of the only organization that has it", async () => {
  const files = {
    "docform.yaml": "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n",
    ...manifest("teams: { docs: { id: team_docs, title: Writers } }\nsites: { hub: { id: site_empty } }\n"),
    "manifests/globex.yaml": "organization: globex\nspaces: { docs: { id: sp_globex } }\n",
  };
  expect(await said(files, "plan --target teams")).toContain("1 to change");
  const more = { ...files, "manifests/more.yaml": "organization: globex\nteams: { ops: { title: Ops } }\n" };
  expect(await said(more, "plan --target teams")).toContain("write acme/teams or globex/teams, or both");
});
