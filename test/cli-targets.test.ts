import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runDocform } from "./support/run-docform.ts";
import { startTestPlatform } from "./support/start-platform.ts";

function project(manifest: string, settings = ""): string {
  const folder = mkdtempSync(join(tmpdir(), "docform-targets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "manifests"));
  writeFileSync(join(folder, "docform.yaml"), `organizations: { acme: { id: org_acme } }\n${settings}`);
  writeFileSync(join(folder, "manifests", "acme.yaml"), manifest);
  return folder;
}

const teams = `organization: acme
manage: { teams: exact }
teams:
  docs: { title: Docs team, previously: Docs }
  ops: { title: Ops team, previously: Ops }
`;
const seed = {
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      teams: [{ title: "Docs" }, { title: "Ops" }, { title: "Old", id: "team_old" }],
    },
  ],
};

test("a target that names nothing is an error with the nearest address", async () => {
  const platform = await startTestPlatform(seed);
  const run = await runDocform(["plan", "--target", "teams.dosc"], {
    cwd: project(teams),
    env: platform.env,
  });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("DF5011");
  expect(run.stderr).toContain("did you mean teams.docs?");
});

test("apply for a target does that alone, and finds nothing left of it, even when it was deleted", async () => {
  const platform = await startTestPlatform(seed);
  const surroundings = { cwd: project(teams), env: platform.env };
  const run = await runDocform(["apply", "--yes", "--target", "teams.id:team_old"], surroundings);
  expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining("error") });
  const sent = platform.takeRequests().filter(({ mutates }) => mutates);
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /v1/orgs/org_acme/teams/team_old",
  ]);
});

test("a saved plan for a target is applied for the same target", async () => {
  const platform = await startTestPlatform(seed);
  const surroundings = { cwd: project(teams), env: platform.env };
  await runDocform(["plan", "--target", "teams.docs", "--out", "plan.json"], surroundings);
  expect(await runDocform(["apply", "plan.json", "--yes"], surroundings)).toMatchObject({ code: 0 });
  expect(platform.takeRequests().filter(({ mutates }) => mutates)).toHaveLength(1);
});

test("manifests without a document are worth a warning", async () => {
  const run = await runDocform(["validate"], { cwd: project("# nothing yet\n") });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("DF1012");
});

test.each([
  ["guards: { minAdmins: -1 }", "guards.minAdmins"],
  ["guards: { exposure: maybe }", "guards.exposure"],
  ["guards: { minAdmin: 1 }", "minAdmin"],
  ["environments: { staging: { guards: { requiredAdmins: ana } } }", "requiredAdmins"],
])("a setting of guards that cannot be is an error: %s", async (settings, name) => {
  const run = await runDocform(["validate"], { cwd: project(teams, settings) });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain(name);
});
