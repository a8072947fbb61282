import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { organizationsDocument } from "../../src/model/documents/organizations-document.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";
import { asked, severalProject } from "./several-project.ts";

/** Three organizations with a space each. Bo is in the second one, and the token does not reach the third. */
async function threeSpaces() {
  const user = "ana@acme.example";
  const names = ["one", "two", "three"];
  const organizations = names.map((name) => ({
    id: `org_${name}`,
    title: name,
    members: [
      { email: user, role: "admin" },
      ...(name === "two" ? [{ email: "bo@acme.example", role: "edit" }] : []),
    ],
    spaces: [{ id: `sp_${name}`, title: "Home" }],
  }));
  const reached = ["org_one", "org_two"];
  const tokens = { "canary-two": { user, rights: "admin", organizations: reached } };
  const platform = await startTestPlatform({ tokens, organizations }, [], "gitbook");
  const listed = names.map((name) => `${name}: { id: org_${name} }`).join(", ");
  const cwd = folderWith({
    "docform.yaml": `platform: { api: gitbook }\norganizations: { ${listed} }\n`,
    "manifests/all.yaml": "organizations: { select: {} }\nspaces: { home: { title: Home } }\n",
  });
  const env = { ...platform.env, DOCFORM_TOKEN: "canary-two" };
  return { platform, docform: (line: string) => quietly(line, { cwd, env, sleep: platform.sleep }) };
}

describe("access in several organizations", () => {
  test("of a person says in which one each line is, and names those that cannot be read", async () => {
    const { docform } = await threeSpaces();
    const run = await docform("access --person bo@acme.example");
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("\n== two ==\ntwo/spaces.home\n");
    expect(run.stdout).not.toContain("one/spaces.home");
    expect(run.stdout).toContain("3 organizations: 2 read, 1 not read");
    expect(run.stderr).toContain("== three ==");
    const csv = await docform("access --person ana@acme.example --format csv");
    expect(csv.stdout.split("\r\n").map((line) => line.split(",")[0])).toEqual([
      '"address"',
      '"one/spaces.home"',
      '"two/spaces.home"',
      "",
    ]);
    const json = organizationsDocument.parse(JSON.parse((await docform("access --format json")).stdout));
    expect(json.organizations.map(({ access }) => typeof access)).toEqual(["object", "undefined", "object"]);
  });

  test("of an address reads its organization alone, and says what that one says", async () => {
    const { docform, platform } = await threeSpaces();
    const run = await docform("access --of two/spaces.home");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(/^two\/spaces\.home\n/);
    expect(asked(platform)).toEqual(new Set(["two"]));
    expect((await docform("access --target one --format csv")).stdout).toContain('"one/spaces.home"');
  });

  test("of somebody who is in none of them is an error", async () => {
    const { docform } = await threeSpaces();
    const run = await docform("access --person li@acme.example --target one --target two");
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('has the email or id "li@acme.example"');
  });

  test("of an edition without it is told once, before anything is asked", async () => {
    const { docform, platform } = await severalProject(3);
    const run = await docform("access");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr.split("access is not in the API edition reference")).toHaveLength(2);
    expect(platform.takeRequests()).toEqual([]);
  });
});

describe("explain", () => {
  test("reads the organization of the address alone", async () => {
    const { docform, platform } = await severalProject(4, { changed: ["o002"] });
    const run = await docform("explain o002/teams.docs");
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toContain("the platform is not as the manifests say");
    expect(asked(platform)).toEqual(new Set(["o002"]));
  });

  test.each([
    ["teams.docs", '"teams.docs" is in 4 organizations', "write o001/teams.docs or o002/teams.docs"],
    ["teams.dosc", 'no manifest declares "teams.dosc"', "did you mean teams.docs?"],
    ["o009/teams.docs", 'no manifest declares "o009/teams.docs"', "did you mean o00"],
  ])("asks nobody when the organization is not clear: %s", async (address, says, hint) => {
    const { docform, platform } = await severalProject(4);
    const run = await docform(`explain ${address}`);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(says);
    expect(run.stderr).toContain(hint);
    expect(platform.takeRequests()).toEqual([]);
  });
});

test("the commands of drift name the organization, so that they run when they are pasted", async () => {
  const acme = await severalProject(2, { changed: ["o001", "o002"] });
  const drift = await acme.docform("drift");
  expect(drift.code).toBe(2);
  const [, apply = ""] = /manifests say: docform (.*)$/m.exec(drift.stdout) ?? [];
  expect(await acme.docform(`${apply} --yes`)).toMatchObject({ code: 0 });
  expect((await acme.docform("drift --target o001")).code).toBe(0);
  expect((await acme.docform("drift --target o002")).code).toBe(2);
  const more = "organization: o001\nteams:\n  docs: { title: Writers }\n  new: { title: New }\n";
  writeFileSync(join(acme.folder, "manifests/o001.yaml"), more);
  const [, prune = ""] =
    /from the manifests: docform (.*)$/m.exec((await acme.docform("drift")).stdout) ?? [];
  expect(await acme.docform(prune)).toMatchObject({ code: 0 });
  expect((await acme.docform("drift --target o001")).code).toBe(0);
});
