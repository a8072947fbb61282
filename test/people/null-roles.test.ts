import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { startTestPlatform, type TestPlatform } from "../support/platform/start-platform.ts";
import {
  type Edit,
  editOn,
  folderWith,
  manifest,
  quietly,
  seedWithTwins,
  settings,
} from "../support/processes/cli-fixture.ts";
import type { Run } from "../support/processes/run-docform.ts";

// A role of null is a guest (2.1). For what new people get that is another thing than no role at all.

const organization = "/orgs/org_acme";
const provider = `${organization}/saml/saml_okta`;
const ana = `${organization}/members/usr_ana`;
const bo = `${organization}/members/usr_bo`;

interface Started {
  readonly folder: string;
  readonly platform: TestPlatform;
  readonly docform: (line: string) => Promise<Run>;
  readonly get: (path: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly write: (body: string) => void;
}

/** A project on the platform of the tests, after some edits by somebody else. */
async function start(
  body: string | undefined,
  edits: readonly Edit[] = [],
  faults: readonly object[] = [],
): Promise<Started> {
  const [acme, ...others] = seedWithTwins.organizations;
  // Titles that two have cannot be pulled without ids, which are no matter here.
  const organizations = [{ ...acme, teams: [{ id: "team_docs", title: "Docs" }] }, ...others];
  const platform = await startTestPlatform({ ...seedWithTwins, organizations }, faults);
  const folder = folderWith({ "docform.yaml": settings, ...(body === undefined ? {} : manifest(body)) });
  for (const edit of edits) await editOn(platform, edit);
  return {
    folder,
    platform,
    docform: (line) => quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep }),
    get: async (path) => {
      const headers = { authorization: `Bearer ${platform.token}` };
      return (await (await fetch(`${platform.url}/v1${path}`, { headers })).json()) as Record<
        string,
        unknown
      >;
    },
    write: (text) => writeFileSync(join(folder, "manifests/all.yaml"), `organization: acme\n${text}`),
  };
}

async function planOf({
  docform,
}: Started): Promise<{ readonly steps: readonly Json[]; readonly changes: Json }> {
  const { stdout } = await docform("plan --format json");
  return JSON.parse(stdout);
}
type Json = Readonly<Record<string, unknown>>;

const roles = [
  {
    of: "the organization",
    path: organization,
    written: (role: unknown) => `settings: { defaultRole: ${role} }\n`,
  },
  {
    of: "a SAML provider",
    path: provider,
    written: (role: unknown) => `saml: { okta: { label: Okta, defaultRole: ${role} } }\n`,
  },
];

test.each(roles)("no defaultRole of $of is not null: one call makes it so", async ({ path, written }) => {
  const project = await start(written(null));
  expect(await project.get(path)).not.toHaveProperty("defaultRole");
  const plan = await planOf(project);
  expect(plan.changes).toMatchObject([{ fields: [{ path: "defaultRole", after: null }] }]);
  expect(plan.steps).toMatchObject([{ body: { defaultRole: null } }]);
  expect((await project.docform("plan")).stdout).toContain("(none) → null");
  expect(await project.docform("apply --yes --rehearse")).toMatchObject({ code: 0 });
  expect(await project.get(path)).toMatchObject({ defaultRole: null });
  expect((await planOf(project)).steps).toEqual([]);
});

test("who joins then is a guest, as the manifest says", async () => {
  const { docform, platform, get } = await start("settings: { defaultRole: null }\n");
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  await editOn(platform, ["DELETE", ana]);
  await editOn(platform, ["POST", `${organization}/join`]);
  expect(await get(ana)).toMatchObject({ role: null });
});

test.each(roles)("a new role of $of shows null as what was there", async ({ path, written }) => {
  const project = await start(written("edit"), [["PATCH", path, { defaultRole: null }]]);
  const { changes } = await planOf(project);
  expect(changes).toMatchObject([{ fields: [{ path: "defaultRole", before: null, after: "edit" }] }]);
});

test("guests are pulled as guests, so that drift sees when they are no longer", async () => {
  const project = await start(undefined, [
    ["PATCH", organization, { defaultRole: null }],
    ["PATCH", provider, { defaultRole: null }],
  ]);
  const { docform, folder, platform } = project;
  expect(await docform("pull --layout single")).toMatchObject({ code: 0 });
  const pulled = parse(readFileSync(join(folder, "manifests/acme.yaml"), "utf8"));
  expect(pulled).toMatchObject({
    settings: { defaultRole: null },
    members: { "bo@acme.example": { role: null } },
    saml: { okta: { defaultRole: null } },
  });
  expect((await planOf(project)).steps).toEqual([]);
  await editOn(platform, ["PATCH", bo, { role: "admin" }]);
  await editOn(platform, ["PATCH", organization, { defaultRole: "admin" }]);
  await editOn(platform, ["PATCH", provider, { defaultRole: "admin" }]);
  const drift = await docform("drift --format json");
  expect(drift.code).toBe(2);
  const { drifted } = JSON.parse(drift.stdout);
  expect(drifted.map(({ address, fields }: Json) => [address, fields])).toEqual([
    [
      "acme/members.bo@acme.example",
      [expect.objectContaining({ path: "role", desired: null, live: "admin" })],
    ],
    ["acme/saml.okta", [expect.objectContaining({ path: "defaultRole", desired: null, live: "admin" })]],
    ["acme/settings", [expect.objectContaining({ path: "defaultRole", desired: null, live: "admin" })]],
  ]);
  // The live state is adopted again.
  await editOn(platform, ["PATCH", bo, { role: null }]);
  await editOn(platform, ["PATCH", organization, { defaultRole: null }]);
  await editOn(platform, ["PATCH", provider, { defaultRole: null }]);
  expect((await docform("pull")).stdout).toContain("nothing to write");
});

test.each(["pull", "pull --full"])("%s writes nothing for a role that is not there", async (line) => {
  const { docform, folder } = await start(undefined);
  expect(await docform(`${line} --layout single`)).toMatchObject({ code: 0 });
  const pulled = parse(readFileSync(join(folder, "manifests/acme.yaml"), "utf8"));
  expect(pulled.settings ?? {}).not.toHaveProperty("defaultRole");
  expect(pulled.saml.okta).not.toHaveProperty("defaultRole");
});

test.each(roles)("undo makes a defaultRole of $of null again", async ({ path, written }) => {
  const project = await start(written("edit"), [["PATCH", path, { defaultRole: null }]]);
  expect(await project.docform("apply --yes")).toMatchObject({ code: 0 });
  expect(await project.docform("undo --yes")).toMatchObject({ code: 0 });
  expect(await project.get(path)).toMatchObject({ defaultRole: null });
});

test.each(roles)(
  "undo cannot bring back that $of had no defaultRole, and says so",
  async ({ path, written }) => {
    const project = await start(written("edit"));
    expect(await project.docform("apply --yes")).toMatchObject({ code: 0 });
    const undo = await project.docform("undo --yes");
    expect(undo.stdout + undo.stderr).toContain("DF5037");
    expect(undo.stdout + undo.stderr).toContain("it had no defaultRole");
    // To make guests of new people would be another thing than it was.
    expect(await project.get(path)).toMatchObject({ defaultRole: "edit" });
  },
);

test("undo brings a deleted SAML provider back with the guests that it made", async () => {
  const project = await start("saml: { okta: { label: Okta, absent: true } }\n", [
    ["PATCH", provider, { defaultRole: null }],
  ]);
  expect(await project.docform("apply --yes --allow-deletes 1")).toMatchObject({ code: 0 });
  expect(await project.docform("undo --yes")).toMatchObject({ code: 0 });
  const { items } = (await project.get(`${organization}/saml`)) as { items: readonly Json[] };
  expect(items).toMatchObject([{ label: "Okta", defaultRole: null }]);
});

test("a saved plan is stale when somebody has written null where nothing was", async () => {
  const { docform, platform } = await start("settings: { defaultRole: edit }\n");
  expect(await docform("plan --out plan.json")).toMatchObject({ code: 0 });
  await editOn(platform, ["PATCH", organization, { defaultRole: null }]);
  const run = await docform("apply plan.json --yes");
  expect(run.code).toBe(4);
  expect(run.stdout + run.stderr).toContain("the defaultRole was (none), and is null now");
});

test("a member of whom an answer gives no role is a guest: there is no third thing (2.9)", async () => {
  const user = { object: "user", id: "usr_bo", displayName: "Bo", email: "bo@acme.example", urls: {} };
  const items = [{ object: "member", id: "usr_bo", user }];
  const list = { operation: "listMembers", fault: "answer", status: 200, body: { items } };
  const project = await start("members: { bo@acme.example: { role: null } }\n", [], [list]);
  expect((await planOf(project)).steps).toEqual([]);
});
