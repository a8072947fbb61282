import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  canary,
  manifest,
  mutations,
  type Project,
  project,
  twoSteps,
} from "../support/processes/cli-fixture.ts";

/** The environment of a run that has no token but that of a file. */
function withoutToken({ platform }: Project): Readonly<Record<string, string>> {
  const { DOCFORM_TOKEN: _, ...env } = platform.env;
  return env;
}

function writeToken({ folder }: Project, text: string, mode = 0o600): void {
  writeFileSync(join(folder, "token"), text);
  chmodSync(join(folder, "token"), mode);
}

describe("--token-file", () => {
  test.each(["plan", "apply --yes", "drift", "api listTeams organizationId=org_acme"])(
    "%s takes the token from the file, without the blanks around it",
    async (line) => {
      const given = await project(twoSteps);
      writeToken(given, `\n ${canary.admin} \r\n`);
      const run = await given.docform(`${line} --token-file token`, { env: withoutToken(given) });
      expect([line, run.stderr.includes("error"), run.code]).toEqual([line, false, line === "drift" ? 2 : 0]);
    },
  );

  test("goes before DOCFORM_TOKEN", async () => {
    const given = await project(twoSteps);
    writeToken(given, canary.admin);
    const env = { ...given.platform.env, DOCFORM_TOKEN: "canary-4711-wrong" };
    expect(await given.docform("plan --token-file token", { env })).toMatchObject({ code: 0, stderr: "" });
  });

  test.each<[string, (given: Project) => void, string]>([
    ["that is not there", () => {}, "cannot read the token from token: there is no such file or folder"],
    [
      "that is a folder",
      ({ folder }) => mkdirSync(join(folder, "token")),
      "cannot read the token from token: it is a folder",
    ],
    ["that is empty", (given) => writeToken(given, " \n"), "the token file token is empty"],
    [
      "that is no text file",
      (given) => writeToken(given, "x".repeat(70_000)),
      "the token file token is too large for a token",
    ],
    [
      "with two lines",
      (given) => writeToken(given, "canary-a\ncanary-b\n"),
      "the token holds a blank, a line break",
    ],
  ])("a file %s is said so, and nothing is sent", async (_, prepare, says) => {
    const given = await project(twoSteps);
    prepare(given);
    const run = await given.docform("apply --yes --token-file token", { env: withoutToken(given) });
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(`error[DF4001]: ${says}`) });
    expect(given.platform.takeRequests()).toEqual([]);
  });

  test.each([0o644, 0o640, 0o604])("a file of mode %o that others can read is a warning", async (mode) => {
    const given = await project(twoSteps);
    writeToken(given, canary.admin, mode);
    const run = await given.docform("plan --token-file token", { env: withoutToken(given) });
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("warning[DF4020]") });
    expect(run.stderr).toContain("chmod 600 token");
    const quiet = await given.docform("plan --token-file token --log-level error", {
      env: withoutToken(given),
    });
    expect(quiet).toMatchObject({ code: 0, stderr: "" });
  });
});

test("of a file without an end only so much is read as a token can be long", async () => {
  const { docform } = await project(twoSteps);
  const run = await docform("plan --token-file /dev/zero", { env: {} });
  expect(run).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("/dev/zero is too large for a token"),
  });
});

describe("the token goes nowhere else:", () => {
  test.each([
    ["the title of a team", manifest('teams: { docs: { title: "${env:DOCFORM_TOKEN}" } }\n')],
    [
      "the address of a spec",
      manifest('openapi: { s: { slug: s, source: { url: "https://x.example/?${env:DOCFORM_TOKEN}" } } }\n'),
    ],
    [
      "the address of the platform",
      {
        ...twoSteps,
        "docform.yaml":
          'platform: { baseUrl: "https://${env:DOCFORM_TOKEN}.example" }\norganizations: { acme: { id: org_acme } }\n',
      },
    ],
  ])("not into %s", async (_, files) => {
    const { docform, platform } = await project(files);
    const run = await docform("apply --yes");
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("error[DF1007]: DOCFORM_TOKEN is a credential"),
    });
    expect(platform.takeRequests()).toEqual([]);
  });

  test.each([
    ["http://docs.example", "not encrypted"],
    ["https://me:canary@docs.example", "user name or password"],
    ["https://docs.example?key=canary", "a query"],
    ["file:///etc/passwd", "neither https nor http"],
  ])("not to %s", async (baseUrl, says) => {
    const { docform } = await project(twoSteps);
    for (const line of ["plan", "apply --yes", "drift", "api getOrganization organizationId=org_acme"]) {
      const run = await docform(line, { env: { DOCFORM_BASE_URL: baseUrl, DOCFORM_TOKEN: canary.admin } });
      expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("error[DF4007]") });
      expect(run.stderr).toContain(says);
    }
  });

  test("http to another machine is used only with --insecure-http", async () => {
    const { docform } = await project(twoSteps);
    const env = { DOCFORM_BASE_URL: "http://nowhere.invalid", DOCFORM_TOKEN: canary.admin };
    const sleep = async () => {};
    expect((await docform("plan", { env, sleep })).stderr).toContain("--insecure-http");
    expect((await docform("plan --insecure-http", { env, sleep })).stderr).toContain("error[DF4004]");
  });

  test("no argument takes it", async () => {
    const { docform, platform } = await project(twoSteps);
    const run = await docform(`apply --yes --token ${canary.admin}`);
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("error[DF5001]") });
    expect(mutations(platform)).toEqual([]);
  });
});

test("what docform writes is for its owner alone", async () => {
  const { docform, folder } = await project(twoSteps);
  expect(await docform("plan --out plan.json")).toMatchObject({ code: 0 });
  expect(await docform("apply --yes plan.json")).toMatchObject({ code: 0 });
  const mode = (path: string) => (statSync(join(folder, path)).mode & 0o777).toString(8);
  expect([mode("plan.json"), mode(".docform"), mode(".docform/record.json")]).toEqual(["600", "700", "600"]);
});
