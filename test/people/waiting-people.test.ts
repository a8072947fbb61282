import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  editOn,
  manifest,
  mutations,
  type Project,
  project,
  settings,
} from "../support/processes/cli-fixture.ts";

const team = (people: string) =>
  `teams: { docs: { id: team_docs, members: { ana@acme.example: owner${people} } } }\n`;
const newcomer = manifest(
  `members: { new@acme.example: { role: read } }\n${team(", New@acme.example: member")}`,
);

/** Everything that the commands say of a person who waits, and their exit codes. */
async function told({ docform }: Project, lines: readonly string[]) {
  const runs: (readonly [string, number, string])[] = [];
  for (const line of lines) {
    const { code, stdout } = await docform(line);
    runs.push([line, code, stdout]);
  }
  return runs;
}

test("who has not joined yet waits: named once, in every form, and no failure", async () => {
  const acme = await project(newcomer);
  const lines = ["plan", "plan --format markdown", "drift", "drift --format markdown", "drift --format html"];
  for (const [line, code, text] of await told(acme, lines)) {
    expect({ line, code }).toEqual({ line, code: 0 });
    expect(text.match(/new@acme\.example/gi), line).toHaveLength(1);
  }
  const reports = ["drift --format junit", "drift --format sarif", "plan --detailed-exitcode"];
  for (const [line, code] of await told(acme, reports)) expect({ line, code }).toEqual({ line, code: 0 });
  expect(JSON.parse((await acme.docform("plan --format json")).stdout)).toMatchObject({
    changes: [],
    summary: { blocked: 0 },
    waiting: [
      { address: "acme/members.new@acme.example" },
      { address: "acme/teams.docs.members.New@acme.example" },
    ],
  });
});

test("an apply goes on, says who waits, and keeps since when; who joins is added", async () => {
  const acme = await project(newcomer);
  const first = await acme.docform("apply --yes");
  expect(first).toMatchObject({ code: 0 });
  const last =
    "Nothing to do: the platform is as the manifests say; 1 person has not joined yet: new@acme.example.";
  expect(first.stdout.trim().split("\n").at(-1)).toBe(last);
  const again = await acme.docform("plan");
  expect(again.stdout).toMatch(/new@acme\.example {2}since \d{4}-\d\d-\d\d {2}members, teams\.docs\n/);
  expect(again.stdout).toContain(
    "No changes. Apart from people who have not joined yet, the platform is as the manifests say.",
  );
  const record = () => JSON.parse(readFileSync(join(acme.folder, ".docform/record.json"), "utf8"));
  const kept = Object.values(record().platforms as Record<string, Record<string, object>>)[0]?.org_acme;
  await acme.docform("apply --yes");
  expect(Object.values(record().platforms as Record<string, Record<string, object>>)[0]?.org_acme).toEqual(
    kept,
  );
  // The address was wrong: it is corrected, and nobody is waited for any more.
  writeFileSync(
    join(acme.folder, "manifests/all.yaml"),
    `organization: acme\n${team(", li@acme.example: member")}`,
  );
  expect((await acme.docform("apply --yes")).stdout).toContain("1 call done, nothing is left to do.");
  expect(readFileSync(join(acme.folder, ".docform/record.json"), "utf8")).not.toContain('"waiting"');
});

test("an id that nobody has is a mistake, and not waited for", async () => {
  for (const id of ["id:usr_nobody", "usr_nobody"]) {
    const acme = await project(manifest(team(`, ${id}: member`)));
    const { code, stdout } = await acme.docform("apply --yes");
    expect([code, stdout]).toEqual([
      3,
      expect.stringContaining("no member of the organization has this email or id"),
    ]);
    expect(stdout).not.toContain("has not joined yet");
  }
});

test("who was there at an apply and is no more is not waited for: drift and plan are red until a manifest says so", async () => {
  const li = `members: { li@acme.example: { role: read } }\n${team(", li@acme.example: member")}`;
  const acme = await project(manifest(li));
  await acme.docform("apply --yes");
  await editOn(acme.platform, ["DELETE", "/orgs/org_acme/members/usr_li"]);
  const drift = await acme.docform("drift");
  expect(drift).toMatchObject({ code: 2, stdout: expect.stringContaining("who is there no more") });
  expect(drift.stdout).not.toContain("waiting");
  for (const line of ["apply --yes", "apply --yes"])
    expect(await acme.docform(line)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining("Nothing was changed: 2 blocked."),
    });
  const other = `organization: acme\n${team("")}`;
  writeFileSync(join(acme.folder, "manifests/all.yaml"), other);
  expect(await acme.docform("drift")).toMatchObject({ code: 0 });
});

test("guards.missingMembers: hold makes it a failure", async () => {
  const hold = `${settings}guards: { missingMembers: hold }\n`;
  const acme = await project({ "docform.yaml": hold, ...newcomer });
  expect(await acme.docform("apply --yes")).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("Nothing was changed: 2 blocked."),
  });
  expect(await acme.docform("drift")).toMatchObject({ code: 2 });
});

test("nobody leaves a list while somebody in it is waited for: it may be the same person", async () => {
  const acme = await project(manifest(team(", li@acme.example: member")));
  await acme.docform("apply --yes");
  mutations(acme.platform);
  writeFileSync(
    join(acme.folder, "manifests/all.yaml"),
    `organization: acme\n${team(", li.wei@acme.example: member")}`,
  );
  const held = await acme.docform("apply --yes");
  expect(held.stdout + held.stderr).toContain("held by unresolved-people");
  expect(held.code).toBe(3);
  expect(mutations(acme.platform)).toEqual([]);
});

test("pull keeps who waits, and takes out whom it is told to", async () => {
  const acme = await project(newcomer);
  const path = join(acme.folder, "manifests/all.yaml");
  expect(await acme.docform("pull")).toMatchObject({ code: 0 });
  expect(readFileSync(path, "utf8")).toContain("New@acme.example: member");
  const prune = await acme.docform("pull --declared --prune teams.docs.members.new@acme.example");
  expect(prune, prune.stderr).toMatchObject({ code: 0 });
  expect(readFileSync(path, "utf8")).not.toContain("New@acme.example");
  expect(readFileSync(path, "utf8")).toContain("ana@acme.example: owner");
});

test("what drift says to type of a member of a team takes out that member alone", async () => {
  const hold = `${settings}guards: { missingMembers: hold }\n`;
  const acme = await project({ "docform.yaml": hold, ...manifest(team(", new@acme.example: member")) });
  const { stdout } = await acme.docform("drift");
  const [, line = ""] = /docform (pull --declared --prune \S+)/.exec(stdout) ?? [];
  expect(await acme.docform(line)).toMatchObject({ code: 0 });
  expect(await acme.docform("drift")).toMatchObject({ code: 0 });
});

test("one person by email and by id is no stranger", async () => {
  const acme = await project(manifest("members: { li@acme.example: {}, id:usr_li: { role: read } }\n"));
  expect((await acme.docform("plan")).stdout).toContain("write them once");
});
