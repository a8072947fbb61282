import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest, project } from "./cli-fixture.ts";

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

test("a name of the environment that fits several is not shown either", async () => {
  const { docform, platform } = await project(manifest('teams:\n  twin: { title: "${env:TWIN}" }\n'));
  const run = await docform("plan", { env: { ...platform.env, TWIN: "Twin" } });
  expect(run.stderr).toContain('acme/teams.twin fits 2 live objects: "team_twin_a", "team_twin_b"');
});

test("an answer of the platform that repeats such a value is told without it", async () => {
  const { docform, platform } = await project(
    manifest(
      'sites:\n  one: { title: One, basename: "${env:BASE}" }\n  two: { title: Two, basename: "${env:BASE}" }\n',
    ),
  );
  const run = await docform("apply --yes", { env: { ...platform.env, BASE: "canary-base" } });
  expect(run).toMatchObject({ code: 5 });
  expect(run.stderr).toContain("[redacted]");
});
