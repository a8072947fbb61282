import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { organizationsDocument } from "../../src/model/documents/organizations-document.ts";
import { mutations, quietly } from "../support/processes/cli-fixture.ts";
import { asked, names, severalProject } from "./several-project.ts";

describe("thirty organizations", () => {
  test("with a token that reaches three: plan and apply do three, and name the others with the way out", async () => {
    const { docform, platform } = await severalProject(30, { changed: ["o002"], reached: 3 });
    const run = await docform("plan", { DOCFORM_TOKEN: "canary-some" });
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("30 organizations: 2 no changes, 1 changes, 27 not read");
    const rows = run.stdout.split("\n").filter((line) => /^o\d{3} /.test(line));
    expect(rows).toHaveLength(30);
    expect(rows[1]).toMatch(/^o002 +changes +1 +0 .*docform apply --expect \w{16} --target o002/);
    for (const row of rows.slice(3)) expect(row).toMatch(/^o\d{3} +not read .*token/);
    for (const name of names(30).slice(3)) expect(run.stderr).toContain(`== ${name} ==`);
    const apply = await docform("apply --yes", { DOCFORM_TOKEN: "canary-some" });
    expect(apply.code).toBe(1);
    expect(apply.stdout).toContain("30 organizations: 2 no changes, 1 applied, 27 not read");
    for (const name of names(30).slice(3))
      expect(apply.stdout).toMatch(
        new RegExp(`^${name} +not read .*DOCFORM_TOKEN_${name.toUpperCase()} to one that reaches it$`, "m"),
      );
    expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_o002/teams/team_o002 200"]);
  });

  test("as JSON have a document for each, by alias, and why there is none", async () => {
    const { docform } = await severalProject(5, { changed: ["o002"], reached: 3 });
    const { code, stdout } = await docform("plan --format json", { DOCFORM_TOKEN: "canary-some" });
    const { organizations } = organizationsDocument.parse(JSON.parse(stdout));
    expect(code).toBe(1);
    expect(organizations.map(({ organization, exitCode, state }) => [organization, exitCode, state])).toEqual(
      [
        ["o001", 0, "no changes"],
        ["o002", 0, "changes"],
        ["o003", 0, "no changes"],
        ["o004", 1, "not read"],
        ["o005", 1, "not read"],
      ],
    );
    expect(organizations[1]?.plan).toMatchObject({
      organizations: { o002: "org_o002" },
      summary: { update: 1 },
    });
    expect(organizations[4]?.diagnostics).toHaveLength(1);
  });

  test("planned for one of them take the requests of one, and say what one says", async () => {
    const { platform, folder, docform } = await severalProject(30, { changed: ["o004"] });
    const only = await docform("plan --target o004 --format json");
    const several = platform.takeRequests();
    writeFileSync(
      join(folder, "docform.yaml"),
      "organizations: { o004: { id: org_o004 } }\nmanifests: [manifests/o004.yaml]\n",
    );
    const alone = await docform("plan --format json");
    expect(several).toEqual(platform.takeRequests());
    expect(JSON.parse(only.stdout)).toEqual(JSON.parse(alone.stdout));
  });
});

test("a target inside an organization reads that organization alone", async () => {
  const { platform, docform } = await severalProject(4, { changed: ["o001", "o003"] });
  const run = await docform("plan --target o003/teams.docs");
  expect(run.stdout).toContain("docform apply");
  expect(asked(platform)).toEqual(new Set(["o003"]));
  await docform("plan --target o001 --target o003");
  expect(asked(platform)).toEqual(new Set(["o001", "o003"]));
});

test("plans are written in the order of names, whichever ends first, with the worst exit code", async () => {
  const { docform } = await severalProject(6, { changed: ["o001", "o005"] });
  const run = await docform("plan --detailed-exitcode --parallel 6");
  expect(run.code).toBe(2);
  const headings = [...run.stdout.matchAll(/^== (\w+) ==$/gm)].map(([, name]) => name);
  expect(headings).toEqual(names(6));
});

test("as Markdown, a table comes first, and each with changes is folded below it", async () => {
  const { docform } = await severalProject(3, { changed: ["o002"] });
  const { stdout } = await docform("plan --format markdown");
  expect(stdout).toMatch(/^### 3 organizations: 2 no changes, 1 changes\n\n\| organization \| state/);
  expect(stdout.match(/<summary>o\d+: \w+/g)).toEqual(["<summary>o002: changes"]);
});

test("a page is of one organization, and says how to choose it", async () => {
  const { platform, docform } = await severalProject(2);
  const run = await docform("plan --format html");
  expect(run).toMatchObject({ code: 1 });
  expect(run.stderr).toContain("--target o001");
  expect(platform.takeRequests()).toEqual([]);
  expect((await docform("plan --format html --target o001")).stdout).toContain("<!DOCTYPE html>");
});

test("--out writes a file for each organization with something to do, into a folder without older ones", async () => {
  const { folder, docform } = await severalProject(3, { changed: ["o001", "o003"] });
  expect(await docform("plan --out plans")).toMatchObject({ code: 0 });
  expect(readdirSync(join(folder, "plans")).sort()).toEqual(["o001.json", "o003.json"]);
  expect(JSON.parse(readFileSync(join(folder, "plans/o003.json"), "utf8"))).toMatchObject({
    organizations: { o003: "org_o003" },
  });
  const again = await docform("plan --out plans");
  expect(again.code).toBe(1);
  expect(again.stderr).toContain("the folder plans is not empty: it holds o001.json and o003.json");
  expect(existsSync(join(folder, "plans/o002.json"))).toBe(false);
});

test("drift of several organizations has one table, and the exit code says that one has some", async () => {
  const { docform } = await severalProject(3, { changed: ["o002"] });
  const run = await docform("drift");
  expect(run.code).toBe(2);
  expect(run.stdout).toContain("3 organizations: 2 no changes, 1 changes");
  expect(run.stdout).toMatch(/^o002 +changes .* docform plan --target o002$/m);
  const json = organizationsDocument.parse(JSON.parse((await docform("drift --format json")).stdout));
  expect(json.organizations.map(({ drift }) => typeof drift)).toEqual(["object", "object", "object"]);
});

test("what --resend, --run and --prune name is asked of its organization alone", async () => {
  const { docform } = await severalProject(3);
  const run = await docform("plan --prune o002/teams.docs");
  expect(run.stdout).toMatch(/^o001 +no changes/m);
  expect(run.stdout).toMatch(/^o002 +not read/m);
  expect(run.stdout).toMatch(/^o003 +no changes/m);
  const none = await docform("plan --prune teams.nowhere --format json");
  expect(none.code).toBe(1);
  expect(JSON.parse(none.stdout)).toMatchObject({ diagnostics: [{ code: "DF5011" }] });
});

test("with a limit, the requests for all organizations wait for their turns", async () => {
  const { folder, platform } = await severalProject(2);
  const file = join(folder, "docform.yaml");
  const settings = readFileSync(file, "utf8");
  writeFileSync(file, `platform: { limit: { requestsPerSecond: 1 } }\n${settings}`);
  const waits: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
  };
  const run = await quietly("plan", { cwd: folder, env: platform.env, sleep });
  expect(run.code, run.stderr).toBe(0);
  const requests = platform.takeRequests().length;
  // No time passes meanwhile: the last one has to wait for all before it.
  expect(Math.max(...waits)).toBeGreaterThan((requests - 2) * 500);
  writeFileSync(file, `platform: { limit: { requestsPerSecond: 0 } }\n${settings}`);
  expect((await quietly("plan", { cwd: folder, env: platform.env, sleep })).stderr).toContain(
    "docform.yaml:1:",
  );
});
