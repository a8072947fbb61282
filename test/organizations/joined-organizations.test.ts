import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";

const user = "ana@acme.example";
const seed = {
  tokens: { "canary-all": { user, rights: "admin" } },
  organizations: ["a", "b", "c"].map((name) => ({
    id: `org_${name}`,
    title: `Organization ${name}`,
    members: [{ email: user, role: "admin" }],
    teams: [{ id: `team_${name}`, title: "Docs", members: { [user]: "owner" } }],
    ...(name === "a" ? { spaces: [{ id: "space_moved", title: "Moved" }] } : {}),
  })),
};

/** Three organizations; a space goes from the second alias to the first. */
function files(transfer: string): Readonly<Record<string, string>> {
  return {
    "docform.yaml": "organizations: { a: { id: org_a }, b: { id: org_b }, c: { id: org_c } }\n",
    "manifests/a.yaml": `organization: a\nteams: { docs: { title: Docs } }\nspaces: { moved: { title: Moved${transfer} } }\n`,
    "manifests/b.yaml": "organization: b\nteams: { docs: { title: Docs } }\n",
    "manifests/c.yaml": "organization: c\nteams: { docs: { title: Docs } }\n",
  };
}

test("organizations that a transfer joins are one unit: one plan, both locks, a part of the record each", async () => {
  const platform = await startTestPlatform(seed);
  const folder = folderWith(files(", transferTo: b"));
  const docform = (line: string) => quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep });
  const run = await docform("apply --yes");
  expect(run.stdout).toContain("2 organizations: 1 no changes, 1 applied");
  expect(run.stdout).toMatch(/^a\+b +applied/m);
  const own = join(folder, ".docform/organizations");
  const ids = (id: string): readonly string[] => {
    const record = JSON.parse(readFileSync(join(own, id, "record.json"), "utf8"));
    return Object.values(record.platforms).flatMap((of) => Object.keys(of as object));
  };
  expect(["org_a", "org_b", "org_c"].map(ids)).toEqual([["org_a"], ["org_b"], ["org_c"]]);
  expect(readdirSync(join(own, "org_a/runs"))).toHaveLength(1);
  expect(readdirSync(join(own, "org_b/runs"))).toEqual(readdirSync(join(own, "org_a/runs")));
  expect(["org_a", "org_b"].map((id) => existsSync(join(own, id, "lock")))).toEqual([false, false]);
  expect((await docform("plan")).stdout).toContain("2 organizations: 2 no changes");
  const { organizations } = JSON.parse((await docform("status --format json")).stdout);
  const told = organizations.map((one: { organization: string; run?: object }) => [
    one.organization,
    one.run,
  ]);
  expect(Object.fromEntries(told)).toMatchObject({
    a: { ended: "done" },
    b: { ended: "done" },
    c: undefined,
  });
  const one = await docform("plan --target a+b --format json");
  expect(JSON.parse(one.stdout).organizations).toEqual({ a: "org_a", b: "org_b" });

  // When the transfer is no longer declared, the organizations part, and their run is still one of both.
  const { "manifests/a.yaml": a, "manifests/b.yaml": b } = files("");
  const moved = /spaces: .*\n/.exec(a ?? "")?.[0] ?? "";
  writeFileSync(join(folder, "manifests/a.yaml"), a?.replace(moved, "") ?? "");
  writeFileSync(join(folder, "manifests/b.yaml"), `${b}${moved}`);
  expect((await docform("plan")).stdout).toContain("3 organizations: 3 no changes");
  const [id = ""] = (await docform("runs")).stdout.split(" ");
  const undo = await docform(`undo --yes ${id}`);
  expect(undo.code).toBe(0);
  expect(undo.stdout).toContain("organizations a, b");
  expect(undo.stdout).toContain("only a transfer from there brings it back");
});

test("doctor looks at each organization, and names the one that is not well", async () => {
  const platform = await startTestPlatform(seed);
  const folder = folderWith(files(""));
  const docform = (line: string) => quietly(line, { cwd: folder, env: platform.env, sleep: platform.sleep });
  await docform("apply --yes");
  const { stdout } = await docform("doctor");
  expect(stdout).toContain("3 organizations, such as: no run holds it");
});
