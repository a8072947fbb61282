import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "../../src/io/node-disk.ts";
import { editOn, project, quietly } from "../support/processes/cli-fixture.ts";
import { names, severalProject } from "./several-project.ts";

test("a pull changes no document for several organizations: what is new comes into a file of its own", async () => {
  const base =
    "organizations: { select: {} }\nteams:\n  docs: { id: team_docs, title: Docs }\nsettings: { title: Acme }\n";
  const { docform, folder, platform } = await project({ "manifests/base.yaml": base });
  await editOn(platform, ["PATCH", "/orgs/org_acme", { title: "Acme 2" }]);
  const run = await docform("pull teams settings");
  expect(run.stdout).toContain(
    "acme/settings title: manifests/base.yaml:4:13 is for several organizations; write it for this one in an overlay",
  );
  expect(readFileSync(join(folder, "manifests/base.yaml"), "utf8")).toBe(base);
  const [made = "", ...others] = readdirSync(join(folder, "manifests")).filter(
    (name) => name !== "base.yaml",
  );
  expect(others).toEqual([]);
  const text = readFileSync(join(folder, "manifests", made), "utf8");
  expect(text).toContain("organization: acme\n");
  expect(text).not.toContain("title: Docs");
  expect(text).toContain("title: Twin");
});

test("a pull of several writes each that can be read, also into a file of two, and names the others", async () => {
  const manifest = (name: string): string =>
    `organization: ${name}\nteams: { docs: { id: team_${name}, title: Docs } }\n`;
  const both = ["o001", "o002"].map(manifest);
  const { docform, folder, platform } = await severalProject(4, { reached: 3 });
  const path = join(folder, "manifests/o001.yaml");
  writeFileSync(path, both.join("---\n"));
  writeFileSync(join(folder, "manifests/o003.yaml"), manifest("o003"));
  rmSync(join(folder, "manifests/o002.yaml"));
  for (const name of ["o001", "o002", "o003"])
    await editOn(platform, ["PATCH", `/orgs/org_${name}/teams/team_${name}`, { title: `Writers ${name}` }]);
  platform.takeRequests();
  const env = { DOCFORM_TOKEN: "canary-some" };
  const dry = await docform("pull --declared --dry-run o003", env);
  expect(dry.stdout).toContain("Would write 1 file:");
  expect(platform.takeRequests().filter(({ path: asked }) => !asked.includes("o003"))).toEqual([]);
  const run = await docform("pull --declared", env);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("4 organizations: 3 written, 1 not read");
  expect(run.stderr).toContain("does not reach the organization");
  expect(readFileSync(path, "utf8")).toBe(
    both.map((text, at) => text.replace("Docs", `Writers o00${at + 1}`)).join("---\n"),
  );
  expect((await docform("plan", env)).stdout).toContain("3 no changes, 1 not read");
});

test("Ctrl-C while a pull of several writes lets that one end, and writes no other", async () => {
  const { folder, platform } = await severalProject(3);
  for (const name of names(3)) {
    const manifest = `organization: ${name}\nteams: { docs: { id: team_${name}, title: Docs } }\n`;
    writeFileSync(join(folder, `manifests/${name}.yaml`), manifest);
    await editOn(platform, ["PATCH", `/orgs/org_${name}/teams/team_${name}`, { title: "Writers" }]);
  }
  let interrupt = (): void => {};
  const whenStarted = (stop: () => void): void => {
    interrupt = stop;
  };
  const rename: typeof nodeDisk.rename = async (from, to) => {
    if (to.includes("manifests")) interrupt();
    await nodeDisk.rename(from, to);
  };
  const surroundings = { cwd: folder, ...platform, whenStarted, disk: { ...nodeDisk, rename } };
  const run = await quietly("pull --declared", surroundings);
  expect(run.code).toBe(130);
  expect(run.stdout).toContain("3 organizations: 1 written, 2 interrupted\n");
  expect(run.stdout).not.toContain("report it");
  const texts = names(3).map((name) => readFileSync(join(folder, `manifests/${name}.yaml`), "utf8"));
  // Any of the three may be the one that writes first.
  expect(texts.filter((text) => text.includes("Writers"))).toHaveLength(1);
  expect(readdirSync(join(folder, "manifests"))).toHaveLength(3);
});
