import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planFor, read, simulate } from "../laws/harness/simulation.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly, settings } from "../support/processes/cli-fixture.ts";

/** People that a platform may list: emails that are rarely seen, and people without one. */
const unusual = [
  "søren@acme.example",
  "r&d@acme.example",
  "a~b@acme.example",
  "user%dept@acme.example",
  "o’brien@acme.example",
  "müller@bücher.example",
  "root@localhost",
];

const organization = {
  id: "org_acme",
  title: "Acme",
  members: [
    { id: "usr_ana", email: "ana@acme.example", role: "admin" },
    { id: "usr_li", email: "li@acme.example", role: "edit" },
    { id: "usr_nobody", role: "edit" },
    ...unusual.map((email, at) => ({ id: `usr_${at}`, email, role: "edit" })),
  ],
  teams: [
    {
      id: "team_docs",
      title: "Docs",
      members: { usr_ana: "owner", usr_li: "member", usr_nobody: "member", usr_0: "member" },
    },
  ],
};

async function planned(manifest: object) {
  const simulation = simulate({ organizations: [organization] });
  const desired = await read({ "acme.yaml": { organization: "acme", ...manifest } });
  return (await planFor(simulation, desired)).document;
}

test.each([...unusual, "id:usr_nobody", "id:usr_li"])("a member can be declared as %s", async (name) => {
  const { changes } = await planned({ members: { [name]: { role: "read" } } });
  expect(changes).toMatchObject([{ action: "update", address: `acme/members.${name}` }]);
});

test.each(["id:usr_nobody", "usr_nobody"])("a member of a team can be written as %s", async (name) => {
  const others = { "ana@acme.example": "owner", "Li@acme.example": "member", [unusual[0] ?? ""]: "member" };
  const { changes } = await planned({
    teams: { docs: { title: "Docs", members: { ...others, [name]: "member" } } },
  });
  expect(changes).toEqual([]);
});

test("who left and has no email is declared absent by id, before and after", async () => {
  const left = { absent: true };
  const { changes } = await planned({ members: { "id:usr_nobody": left, "id:usr_long_gone": left } });
  expect(changes).toMatchObject([{ action: "delete", address: "acme/members.id:usr_nobody" }]);
});

test("init writes everybody whom the platform lists, so that exact removes nobody", async () => {
  const tokens = { "canary-admin": { user: "ana@acme.example", rights: "admin" } };
  const platform = await startTestPlatform({ tokens, organizations: [organization] });
  const folder = folderWith({ "docform.yaml": settings });
  const run = (line: string) => quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep });
  const first = await run("pull");
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(first.stdout).not.toContain("Not written");
  const text = readFileSync(join(folder, "manifests/members.yaml"), "utf8");
  for (const name of [...unusual, "id:usr_nobody"]) expect(text).toContain(`  ${name}:\n`);
  const { changes } = await planned({
    manage: { members: "exact" },
    members: Object.fromEntries(
      [...unusual, "id:usr_nobody", "ana@acme.example", "li@acme.example"].map((name) => [name, {}]),
    ),
  });
  expect(changes).toEqual([]);
});
