import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { applyLine } from "../../src/model/documents/apply-document.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { runDocform } from "../support/processes/run-docform.ts";

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

test.each(["teams.dosc", "acme/teams.dosc"])("an unknown target gets the nearest: %s", async (target) => {
  const platform = await startTestPlatform(seed);
  const run = await runDocform(["plan", "--target", target], {
    cwd: project(teams),
    env: platform.env,
  });
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain("DF5011");
  expect(run.stderr).toContain(`--target "${target}" names nothing`);
  expect(run.stderr).toContain(`did you mean ${target.replace("dosc", "docs")}?`);
});

test("apply for a target does that alone, and finds nothing left of it, even when it was deleted", async () => {
  const platform = await startTestPlatform(seed);
  const surroundings = { cwd: project(teams), env: platform.env };
  const run = await runDocform(
    ["apply", "--yes", "--allow-deletes", "1", "--target", "teams.id:team_old"],
    surroundings,
  );
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

test("a proposed line means the name that is there, whatever is in it", async () => {
  const team = { id: "team_docs", title: "Docs ${env:HOME} $$ {x}" };
  const platform = await startTestPlatform({
    organizations: [{ id: "org_acme", title: "Acme", teams: [team] }],
  });
  const manifest = (line: string): string =>
    `organization: acme\nteams:\n  docs:\n    title: Docs $ {env:HOME} $$$$ {x}\n${line}`;
  const first = await runDocform(["plan"], { cwd: project(manifest("")), env: platform.env });
  const proposed = 'previously: "Docs $${env:HOME} $$$$ {x}"';
  expect(first.stdout).toContain(`write ${proposed}\n`);
  const second = await runDocform(["plan"], {
    cwd: project(manifest(`    ${proposed}\n`)),
    env: platform.env,
  });
  expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining("0 to add, 1 to change") });
});

test.each([
  ["--target teams.docs", "it takes no --target"],
  ["--allow-empty", "it takes no --allow-…"],
  ["--run translations.faq", "it takes no --run"],
  ["--resend openapi.pets --target teams", "it takes no --target and no --resend"],
])("a saved plan is not made another one by options: %s", async (options, words) => {
  const platform = await startTestPlatform(seed);
  const surroundings = { cwd: project(teams), env: platform.env };
  await runDocform(["plan", "--out", "plan.json"], surroundings);
  const run = await runDocform(["apply", "plan.json", "--yes", ...options.split(" ")], surroundings);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(words);
  expect(run.stderr).toContain("docform plan --out FILE");
  expect(platform.takeRequests().filter(({ mutates }) => mutates)).toEqual([]);
});

test("manifests without a document are worth a warning", async () => {
  const run = await runDocform(["validate"], { cwd: project("# nothing yet\n") });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain("DF1010");
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

test("nothing to do for a target says so of this part only, as the rest may differ", async () => {
  const platform = await startTestPlatform(seed);
  const surroundings = { cwd: project(teams), env: platform.env };
  const docform = (...line: readonly string[]) => runDocform(line, surroundings);
  const applied = await docform("apply", "--yes", "--target", "teams.docs");
  expect(applied.stdout).toContain(
    "\nA second plan of this part is empty: everything that was applied is on the platform.\n",
  );
  const again = await docform("plan", "--target", "teams.docs");
  expect(again.stdout).toContain("Left out: 2 changes and 2 API calls.\nNo changes in this part.\n");
  const comment = await docform("plan", "--target", "teams.docs", "--format", "markdown");
  expect(comment.stdout).toContain("\n### No changes in this part.\n");
  for (const { stdout } of [applied, again, comment])
    expect(stdout).not.toContain("platform is as the manifests say");
  const events = await docform("apply", "--yes", "--target", "teams.docs", "--format", "json");
  const last = JSON.parse(events.stdout.trimEnd().split("\n").at(-1) ?? "") as Record<string, unknown>;
  expect(last).toMatchObject({
    "@message": "Nothing to do: this part of the platform is as the manifests say.",
    summary: { converged: true, targets: ["acme/teams.docs"] },
  });
  expect(() => applyLine.parse(last)).not.toThrow();
});
