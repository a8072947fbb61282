import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { stateSchema } from "../../src/manifest/schema/project-file.ts";
import { checkStatePin } from "../../src/project/state-pin.ts";
import { manifest, project } from "../support/processes/cli-fixture.ts";

const organizations = "organizations: { acme: { id: org_acme } }\n";
const teams = manifest("teams: { docs: { id: team_docs } }\n");

/** A project, and a platform elsewhere that its docform.yaml leads to. */
async function ledElsewhere(settings: (elsewhere: string) => string) {
  const [acme, other] = [await project(teams), await project(teams)];
  const elsewhere = other.platform.url;
  writeFileSync(join(acme.folder, "docform.yaml"), settings(elsewhere));
  const sent = () => [...acme.platform.takeRequests(), ...other.platform.takeRequests()];
  const docform = (line: string, extra: Readonly<Record<string, string>> = {}) =>
    acme.docform(line, { env: { ...acme.platform.env, ...extra } });
  return { docform, sent, elsewhere, pinned: acme.platform.url };
}

const changed = (elsewhere: string): string => `platform: { baseUrl: "${elsewhere}" }\n${organizations}`;

test.each([
  "plan",
  "apply --yes",
  "drift",
  "pull --dry-run",
  "doctor",
  "explain acme/teams.docs",
  "api listTeams organizationId=org_acme",
])(
  "%s sends nothing when docform.yaml and DOCFORM_BASE_URL name two addresses, and names both",
  async (line) => {
    const { docform, sent, elsewhere, pinned } = await ledElsewhere(changed);
    const run = await docform(line);
    expect(run.code).toBe(1);
    expect(run.stdout + run.stderr).toContain(
      `docform.yaml sets the address to ${elsewhere}, and DOCFORM_BASE_URL to ${pinned}`,
    );
    expect(sent()).toEqual([]);
  },
);

const environments = (elsewhere: string): string =>
  `${organizations}environments:\n  eu-live: { platform: { baseUrl: "${elsewhere}/" } }\n  open: {}\n`;

test("an environment with another address than DOCFORM_BASE_URL needs a variable of its own, which the error names", async () => {
  const { docform, sent, elsewhere } = await ledElsewhere(environments);
  const { code, stderr } = await docform("plan --env eu-live");
  expect(code).toBe(1);
  expect(stderr).toContain("error[DF4009]");
  expect(stderr).toContain(`set DOCFORM_BASE_URL_EU_LIVE=${elsewhere}`);
  expect(sent()).toEqual([]);
});

test("the variable of an environment pins its address", async () => {
  const { docform, sent, elsewhere, pinned } = await ledElsewhere(environments);
  const wrong = await docform("plan --env eu-live", { DOCFORM_BASE_URL_EU_LIVE: pinned });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain(`to ${elsewhere}, and DOCFORM_BASE_URL_EU_LIVE to ${pinned}`);
  expect(sent()).toEqual([]);
  expect(await docform("plan --env eu-live", { DOCFORM_BASE_URL_EU_LIVE: elsewhere })).toMatchObject({
    code: 0,
  });
});

test("the variable of an environment goes before DOCFORM_BASE_URL also where docform.yaml names no address", async () => {
  const { docform, elsewhere, pinned } = await ledElsewhere(environments);
  const pins = { DOCFORM_BASE_URL: elsewhere, DOCFORM_BASE_URL_OPEN: pinned };
  expect(await docform("plan --env open", pins)).toMatchObject({ code: 0 });
});

const stateElsewhere = (elsewhere: string): string =>
  `${organizations}state: { http: { address: "${elsewhere}/state" } }\n`;

test.each([
  "plan",
  "apply --yes",
  "drift",
  "pull --dry-run",
  "runs",
  "state list",
  "force-unlock 9f3c77a1 --yes",
])(
  "%s sends nothing when docform.yaml and DOCFORM_STATE name two places of the state, and names both",
  async (line) => {
    const { docform, sent, elsewhere } = await ledElsewhere(stateElsewhere);
    const run = await docform(line, { DOCFORM_STATE: "git" });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(
      `error[DF5040]: docform.yaml keeps the state in "http ${elsewhere}/state", and DOCFORM_STATE says "git origin docform-state"`,
    );
    expect(sent()).toEqual([]);
  },
);

test.each<[state: string, pin: string, isSame: boolean]>([
  ["local", "local", true],
  ["{ git: {} }", "git  origin docform-state ", true],
  ["{ git: { ref: docs } }", "git", false],
  ["{ git: { remote: 'https://evil.example/x' } }", "git origin docform-state", false],
  ["{ http: {} }", "http", true],
  ["{ http: { address: 'https://evil.example/x' } }", "http", false],
  ["{ http: { address: 'https://evil?@hub.example/x' } }", "http https://me:pw@hub.example/x", false],
  [
    "{ http: { address: 'https://hub.example/x', lockAddress: 'https://evil.example/l' } }",
    "http https://hub.example/x",
    false,
  ],
  ["{ postgres: { project: hub } }", "postgres docform hub", true],
  ["{ postgres: { project: hub } }", "postgres", false],
  ["{ git: {} }", "", true],
])("the state %s and DOCFORM_STATE %j are the same place: %s", (text, pin, isSame) => {
  const state = stateSchema.parse(parse(text));
  const check = (): void => checkStatePin({ env: { DOCFORM_STATE: pin } }, undefined, state);
  if (isSame) check();
  else expect(check).toThrow("docform.yaml keeps the state in");
});

test("an environment with a state of its own has a variable of its own", () => {
  const env = { DOCFORM_STATE: "local", DOCFORM_STATE_EU_LIVE: "git" };
  checkStatePin({ env }, "eu-live", { git: {} });
  expect(() => checkStatePin({ env }, undefined, { git: {} })).toThrow("docform.yaml keeps the state in");
});
