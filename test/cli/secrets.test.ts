import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  canary,
  editOn,
  folderWith,
  manifest,
  mutations,
  project,
  quietly,
  seedWithTwins,
  settings,
} from "../support/processes/cli-fixture.ts";

/** Every name and value that a manifest can take from the environment. */
const secretive = manifest(`
settings: { title: "\${env:ONE}" }
teams:
  docs: { id: team_docs, title: "\${env:ONE}" }
  new: { title: "\${env:TWO}" }
spaces:
  gone: { title: "\${env:ONE}" }
openapi:
  spec: { slug: "\${env:ONE}", source: { url: "https://acme.example/\${env:ONE}" } }
saml:
  okta: { label: "\${env:TWO}", ssoURL: "https://acme.example/sso", certificate: "\${env:CERTIFICATE}" }
`);
const values = {
  ONE: "canary-one",
  TWO: "canary-two",
  CERTIFICATE: "-----BEGIN CERTIFICATE-----\ncanary\n-----END CERTIFICATE-----",
};

test("no output and no saved plan holds a value of the environment, nor a name made of one", async () => {
  const { docform, platform, folder } = await project(secretive);
  const env = { ...platform.env, ...values };
  // Each run is held against the canary by the fixture.
  const commands = [
    "validate",
    "plan --out plan.json",
    "plan --format json",
    "plan --format markdown",
    "plan --format html",
    "drift",
    "drift --format json",
    "apply --yes --format json --log-level debug",
    "plan",
    "plan --format json",
  ];
  for (const command of commands) expect(await docform(command, { env })).not.toMatchObject({ code: 1 });
  expect(readFileSync(join(folder, "plan.json"), "utf8")).not.toContain("canary");
  const changed = { ...env, ONE: "canary-three", TWO: "canary-four" };
  const plan = await docform("plan", { env: changed });
  expect(plan.stdout).toContain("teams.docs");
});

test("no journal holds the secret name of what is copied", async () => {
  const { docform, platform, folder } = await project(
    manifest(
      'spaces:\n  one: { id: sp_one, title: "${env:ONE}" }\n  copy: { title: Copy, duplicateFrom: one }\n',
    ),
  );
  await editOn(platform, ["PATCH", "/spaces/sp_one", { title: values.ONE }]);
  expect(await docform("apply --yes", { env: { ...platform.env, ...values } })).toMatchObject({ code: 0 });
  const runs = join(folder, ".docform/runs");
  const journal = readdirSync(runs).map((name) => readFileSync(join(runs, name), "utf8"));
  expect(journal.join("")).toContain("duplicateSpace");
  expect(journal.join("")).not.toContain("canary");
});

test("the frame of a secret that cannot be made shows which variable is missing", async () => {
  const { docform } = await project(
    manifest('saml:\n  okta: { label: Okta, certificate: "${env:N_SAML_OKTA}" }\n'),
  );
  const run = await docform("validate");
  expect(run).toMatchObject({ code: 1 });
  expect(run.stdout).toContain("error[DF1008]");
  expect(run.stdout).toContain('certificate: "${env:N_SAML_OKTA}"');
});

test("a name of the environment that fits several is not shown either", async () => {
  const { docform, platform } = await project(manifest('teams:\n  twin: { title: "${env:TWIN}" }\n'));
  const run = await docform("plan", { env: { ...platform.env, TWIN: "Twin" } });
  expect(run.stderr).toContain('acme/teams.twin fits 2 live objects: "team_twin_a", "team_twin_b"');
});

test("an answer of the platform that repeats such a value is told without it", async () => {
  const site = (key: string) =>
    manifest(`sites:\n  ${key}: { title: "Site ${key}", basename: "\${env:BASE}" }\n`);
  const { docform, platform, folder } = await project(site("one"));
  const env = { ...platform.env, BASE: "canary-base" };
  expect(await docform("apply --yes", { env })).toMatchObject({ code: 0 });
  // The first is undeclared now, and keeps its basename: the platform says so, with the name.
  for (const [name, text] of Object.entries(site("two"))) writeFileSync(join(folder, name), text);
  const run = await docform("apply --yes", { env });
  expect(run).toMatchObject({ code: 5 });
  expect(run.stderr).toContain("[redacted]");
});

test("a read that fails is told without what the platform repeats of the environment", async () => {
  const { docform, platform } = await project(
    manifest('teams:\n  docs: { id: team_docs, title: "${env:NAME}" }\n'),
    [{ operation: "listTeams", fault: "answer", status: 500, body: "nobody may see canary-name" }],
  );
  for (const line of ["plan", "plan --format json", "drift", "apply --yes --format json"]) {
    const run = await docform(line, { env: { ...platform.env, NAME: "canary-name" } });
    expect([line, run.code, run.stdout + run.stderr]).toEqual([
      line,
      1,
      expect.stringContaining("[redacted]"),
    ]);
  }
});

test("a platform that has the token among its texts does not get it shown, nor into a file", async () => {
  const [acme] = seedWithTwins.organizations;
  const echo = [canary.admin, `x ${canary.admin} y`, Buffer.from(`u:${canary.admin}`).toString("base64")];
  const teams = echo.map((title, at) => ({ id: `team_${at}`, title }));
  const { saml: _, ...rest } = { ...acme, saml: [] };
  const platform = await startTestPlatform({ ...seedWithTwins, organizations: [{ ...rest, teams }] });
  const cwd = folderWith({
    "docform.yaml": settings,
    ...manifest(`teams: { docs: { id: team_0, title: Docs } }\nmanage: { teams: exact }\n`),
  });
  for (const line of [
    "plan --unmanaged",
    "plan --format json --out plan.json",
    "plan --format markdown",
    "plan --format html",
    "drift",
    "drift --format json",
    "api listTeams organizationId=org_acme",
    "api listTeams organizationId=org_acme --format yaml",
    "apply --yes --allow-deletes 2 --format json",
  ]) {
    const run = await quietly(line, { cwd, env: platform.env });
    expect([line, run.stderr]).toEqual([line, ""]);
    expect(run.stdout).not.toContain(Buffer.from("canary-4711").toString("base64").slice(0, 12));
    if (!line.startsWith("apply")) expect(run.stdout).toContain("[redacted]");
  }
  expect(mutations(platform)).toHaveLength(3);
  for (const file of ["plan.json", ".docform/record.json"])
    expect(readFileSync(join(cwd, file), "utf8")).not.toContain("canary");
});
