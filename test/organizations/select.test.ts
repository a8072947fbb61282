import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, quietly } from "../support/processes/cli-fixture.ts";

const names = ["acme", "beta", "core"];
const seed = {
  tokens: { "canary-all": { user: "ana@acme.example", rights: "admin" } },
  organizations: names.map((name) => ({
    id: `org_${name}`,
    title: name,
    members: [{ email: "ana@acme.example", role: "admin" }],
  })),
};

const files = {
  "docform.yaml": "organizations: { from: organizations.csv }\n",
  "organizations.csv": "alias,id,tier\nacme,org_acme,gold\nbeta,org_beta,silver\ncore,org_core,gold\n",
  "manifests/all.yaml": "organizations: { select: {} }\nteams: { docs: { title: 'Docs ${organization}' } }\n",
};

test("--select reads and plans the organizations with the label alone", async () => {
  const platform = await startTestPlatform(seed);
  const cwd = folderWith(files);
  const run = await quietly("plan --select tier=gold", { cwd, env: platform.env });
  expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining("error")]);
  expect(run.stdout).toContain("Docs acme");
  expect(run.stdout).toContain("Docs core");
  expect(run.stdout).not.toContain("Docs beta");
  expect(platform.takeRequests().filter(({ path }) => path.includes("org_beta"))).toEqual([]);
  const listed = await quietly("ci list --select tier=silver", { cwd, env: platform.env });
  expect(listed).toMatchObject({ code: 0, stdout: "beta\n" });
});

test.each([
  [
    "plan --select teir=gold",
    'error[DF2021]: --select: no organization has a label "teir"',
    "did you mean tier?",
  ],
  [
    "apply --yes --select tier=gild",
    "error[DF2021]: --select: no organization has the label",
    "did you mean gold?",
  ],
  ["ci list --select tier=lead", "error[DF2021]", "there are: gold, silver"],
  ["drift --select tier", "It takes tier=gold", ""],
  ["plan --select tier=gold --target beta", "no organization of --target fits tier=gold", ""],
  ["plan --target acmee", '--target "acmee" names nothing', "did you mean acme?"],
])("%s is an error before anything is read", async (line, ...says) => {
  const platform = await startTestPlatform(seed);
  const run = await quietly(line, { cwd: folderWith(files), env: platform.env });
  for (const text of says) expect(run.stderr).toContain(text);
  expect([run.code, run.stdout, platform.takeRequests()]).toEqual([1, "", []]);
});

test("a shard in which no organization is says so, and is well", async () => {
  const run = await quietly("plan --shard 1/10000", { cwd: folderWith(files), env: { DOCFORM_TOKEN: "x" } });
  expect([run.code, run.stdout]).toEqual([0, "No organization is in this shard.\n"]);
});
