import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baseOf } from "../../src/project/places.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { ioOf } from "../support/processes/run-docform.ts";
import { severalProject } from "./several-project.ts";

const lock = { id: "busy", command: "apply", host: "elsewhere", pid: 1, at: "2026-01-01T00:00:00Z" };

test("runs lists those of all organizations with a column, and undo finds the one whose run is named", async () => {
  const { docform, platform } = await severalProject(3, { changed: ["o001", "o003"] });
  await docform("apply --yes --parallel 1");
  const listed = (await docform("runs")).stdout.trim().split("\n");
  expect(listed.map((line) => / (o\d+) /.exec(line)?.[1])).toEqual(["o003", "o001"]);
  const [run = ""] = listed[1]?.split(" ") ?? [];
  expect((await docform("runs --target o001")).stdout.trim().split("\n")).toHaveLength(1);
  expect((await docform(`runs show ${run}`)).stdout).toContain("o001 (org_o001)");
  const unnamed = await docform("undo --yes");
  expect(unnamed.code).toBe(1);
  expect(unnamed.stderr).toContain("the project has several organizations, and each has runs of its own");
  const tokens = { DOCFORM_TOKEN_O001: "canary-some" };
  expect((await docform("undo --yes 2020", tokens)).stderr).toContain('there is no run "2020"');
  platform.takeRequests();
  expect(await docform(`undo --yes ${run}`)).toMatchObject({ code: 0 });
  const changed = platform.takeRequests().filter(({ mutates }) => mutates);
  expect(changed.map(({ path }) => path)).toEqual(["/v1/orgs/org_o001/teams/team_o001"]);
});

test("a lock is removed by its id, whichever organization has it", async () => {
  const { docform, folder } = await severalProject(3);
  await docform("apply --yes");
  writeFileSync(join(folder, ".docform/organizations/org_o002/lock"), JSON.stringify(lock));
  expect(await docform("force-unlock other")).toMatchObject({ code: 1 });
  expect(await docform("force-unlock busy")).toMatchObject({ code: 0 });
  expect((await docform("apply --yes")).stdout).toContain("3 organizations: 3 no changes");
});

test("commands about the record take the organization of an address, else ask for it", async () => {
  const { docform } = await severalProject(2);
  await docform("apply --yes");
  expect((await docform("state list")).stdout).toContain("o002/teams.docs");
  expect((await docform("state show o002/teams.docs")).stdout).toContain("team_o002");
  const whose = await docform("state pull");
  expect(whose.code).toBe(1);
  expect(whose.stderr).toContain("choose one with --target: o001, o002");
  const record = JSON.parse((await docform("state pull --target o002")).stdout);
  expect(Object.keys(Object.values(record.platforms)[0] ?? {})).toEqual(["org_o002"]);
  expect(await docform("state rm --yes teams.docs")).toMatchObject({ code: 1 });
  expect(await docform("state rm --yes o001/teams.docs")).toMatchObject({ code: 0 });
  expect((await docform("state list")).stdout).not.toContain("o001/teams.docs");
  expect((await docform("state list --target o009")).stderr).toContain(
    'docform.yaml has no organization "o009"',
  );
});

test("state moves to another place by organization, and the record of before is read on", async () => {
  const { docform, folder } = await severalProject(2, { changed: ["o001"] });
  await docform("apply --yes");
  const server = "state: { http: { address: 'https://state.example/{organization}' } }\n";
  writeFileSync(join(folder, "docform.yaml"), server.replace("/{organization}", "/all"), { flag: "a" });
  const same = await docform("validate");
  expect(same.stdout + same.stderr).toContain("state.http.address is the same for all organizations");
});

test("a mistake in docform.yaml hides no organization: no other place of state is taken instead", async () => {
  const { docform, folder } = await severalProject(2, { changed: ["o001"] });
  await docform("apply --yes");
  const text = readFileSync(join(folder, "docform.yaml"), "utf8");
  writeFileSync(join(folder, "docform.yaml"), text.replace("id: org_o002", 'id: "${env:NOT_SET}"'));
  for (const line of ["runs", "state list", "force-unlock busy"]) {
    const run = await docform(line);
    expect(run.code, line).toBe(1);
    expect(run.stderr, line).toContain("NOT_SET");
  }
});

test("the place of before is read again when it could not be read: a worker asks it for all of its life", async () => {
  const cwd = folderWith({ ".docform/record.json/in-the-way": "" });
  const { place } = baseOf(
    ioOf({ cwd, env: {} }),
    { directory: "." },
    { state: "local", desired: { organizations: [] } },
  );
  await expect(place?.record.read()).rejects.toThrow("it is no plain file");
  rmSync(join(cwd, ".docform/record.json"), { recursive: true });
  expect(await place?.record.read()).toBe(undefined);
});
