import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyLine } from "../../src/model/documents/apply-document.ts";
import { startProxy } from "../support/network/proxy.ts";
import { mutations, quietly } from "../support/processes/cli-fixture.ts";
import { names, severalProject } from "./several-project.ts";

/** The lock of a run on another machine. */
const busy = { id: "busy", command: "apply", host: "elsewhere", pid: 1, at: "2026-01-01T00:00:00Z" };

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => applyLine.parse(JSON.parse(line)));

test("each organization is applied by itself: a lock, a journal and a record each, and one that fails stops no other", async () => {
  const { docform, folder, platform } = await severalProject(4, { changed: ["o001", "o004"], reached: 3 });
  const run = await docform("apply --yes", { DOCFORM_TOKEN: "canary-some" });
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("4 organizations: 2 no changes, 1 applied, 1 not read");
  expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_o001/teams/team_o001 200"]);
  const own = join(folder, ".docform/organizations");
  const recorded = readdirSync(own).filter((id) => existsSync(join(own, id, "record.json")));
  expect(recorded.sort()).toEqual(["org_o001", "org_o002", "org_o003"]);
  expect(readdirSync(join(folder, ".docform/organizations/org_o001/runs"))).toHaveLength(1);
  expect(existsSync(join(folder, ".docform/organizations/org_o001/lock"))).toBe(false);
  const again = await docform("apply --yes --target o001");
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).not.toContain("organizations:");
});

test("an organization that is locked or held is named, and the others are applied", async () => {
  const { docform, folder } = await severalProject(3, { changed: names(3) });
  await docform("apply --yes --target o002");
  writeFileSync(join(folder, ".docform/organizations/org_o002/lock"), JSON.stringify(busy));
  writeFileSync(
    join(folder, "manifests/o003.yaml"),
    "organization: o003\nteams:\n  docs: { title: Docs, members: { ana@acme.example: member } }\n",
  );
  const run = await docform("apply --yes");
  expect(run.code).toBe(1);
  const row = (name: string) => run.stdout.split("\n").find((line) => line.startsWith(`${name} `));
  expect(row("o001")).toMatch(/applied/);
  expect(row("o002")).toMatch(/not read .*force-unlock/);
  expect(row("o003")).toMatch(
    /held .*--allow-ownerless --target o003|held .*--target o003 --allow-ownerless/,
  );
});

test("where no platform answers, the table says what to check, as that of a plan does", async () => {
  const { folder, platform } = await severalProject(2);
  const env = { ...platform.env, DOCFORM_BASE_URL: "http://127.0.0.1:1" };
  for (const line of ["plan", "apply --yes"]) {
    const run = await quietly(line, { cwd: folder, env, sleep: async () => {} });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^o002 +not read .*Check platform\.baseUrl/m);
  }
});

test("a folder of plans is applied file by file, and a plan of something else is refused before anything is sent", async () => {
  const { docform, folder, platform } = await severalProject(3, { changed: ["o001", "o003"] });
  await docform("plan --out plans");
  expect((await docform("apply --yes plans")).stdout).toContain("2 organizations: 2 applied");
  expect(mutations(platform)).toHaveLength(2);
  await docform("plan --out more");
  writeFileSync(join(folder, "plans/o009.json"), readFileSync(join(folder, "plans/o001.json")));
  const twice = await docform("apply --yes plans");
  expect(twice.code).toBe(1);
  expect(twice.stderr).toContain("there are two plans for o001");
  const none = await docform("apply --yes more");
  expect(none.stderr).toContain("the folder more has no plan");
  expect(mutations(platform)).toEqual([]);
});

test("a saved plan of one organization reads and changes that one alone", async () => {
  const { docform, platform } = await severalProject(3, { changed: names(3) });
  await docform("plan --target o002 --out plan.json");
  platform.takeRequests();
  expect(await docform("apply --yes plan.json")).toMatchObject({ code: 0 });
  const paths = platform.takeRequests().map(({ path }) => path);
  expect(paths.filter((path) => path.includes("/orgs/") && !path.includes("org_o002"))).toEqual([]);
});

test("--expect can be given for each: one whose digest is none of them is refused, and the others go on", async () => {
  const { docform, platform } = await severalProject(3, { changed: ["o001", "o003"] });
  const { organizations } = JSON.parse((await docform("plan --format json")).stdout);
  const digest = organizations[0].plan.digest.slice(0, 16);
  platform.takeRequests();
  const run = await docform(`apply --yes --expect ${digest} --expect ${"0".repeat(16)}`);
  expect(run.code).toBe(4);
  expect(run.stdout).toContain("3 organizations: 1 no changes, 1 applied, 1 stale");
  expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_o001/teams/team_o001 200"]);
});

test("events name the organization that they are about, and the last line has the table", async () => {
  const { docform } = await severalProject(2, { changed: ["o002"] });
  const { stdout } = await docform("apply --yes --format json");
  const lines = linesOf(stdout);
  expect(lines[0]).toMatchObject({ type: "version" });
  expect(lines.filter(({ type }) => type === "step_done")).toMatchObject([{ organization: "o002" }]);
  expect(lines.at(-1)).toMatchObject({
    type: "organizations",
    organizations: [
      { organization: "o001", state: "no changes" },
      { organization: "o002", state: "applied", changes: 1 },
    ],
  });
});

test("a record of one organization is read on when others join the project", async () => {
  const { docform, folder } = await severalProject(2, { changed: ["o001"] });
  const several = readFileSync(join(folder, "docform.yaml"), "utf8");
  const one = "organizations: { o001: { id: org_o001 } }\nmanifests: [manifests/o001.yaml]\n";
  writeFileSync(join(folder, "docform.yaml"), one);
  await docform("apply --yes");
  const base = readFileSync(join(folder, ".docform/record.json"), "utf8");
  writeFileSync(join(folder, "docform.yaml"), several);
  // Found by the record alone: the title was changed by hand.
  writeFileSync(
    join(folder, "manifests/o001.yaml"),
    "organization: o001\nteams: { docs: { title: Third } }\n",
  );
  const plan = await docform("plan --target o001");
  expect(plan.stdout).toContain("1 to change");
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, ".docform/record.json"), "utf8")).toBe(base);
  const own = readFileSync(join(folder, ".docform/organizations/org_o001/record.json"), "utf8");
  expect(JSON.parse(own).salt).toBe(JSON.parse(base).salt);
  // Alone again, it keeps the place that it has by now.
  writeFileSync(join(folder, "docform.yaml"), one);
  const listed = (await docform("runs")).stdout.trim().split("\n");
  expect(listed).toHaveLength(2);
  writeFileSync(
    join(folder, "manifests/o001.yaml"),
    "organization: o001\nteams: { docs: { title: Fourth } }\n",
  );
  expect((await docform("plan")).stdout).toContain("1 to change");
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, ".docform/record.json"), "utf8")).toBe(base);
  expect(readdirSync(join(folder, ".docform/organizations/org_o001/runs"))).toHaveLength(2);
  expect(existsSync(join(folder, ".docform/organizations/org_o001/lock"))).toBe(false);
});

test("an apply from before others joined the project is waited for, and a lock that it left is removed by its id", async () => {
  const { docform, folder, platform } = await severalProject(2, { changed: names(2) });
  mkdirSync(join(folder, ".docform"));
  writeFileSync(join(folder, ".docform/lock"), JSON.stringify({ ...busy, id: "before" }));
  const run = await docform("apply --yes");
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("2 organizations: 2 not read");
  expect(run.stdout).toContain("force-unlock before");
  expect(mutations(platform)).toEqual([]);
  expect((await docform("force-unlock before")).code).toBe(0);
  expect((await docform("apply --yes")).stdout).toContain("2 organizations: 2 applied");
});

test("after an interrupt no other organization begins, and each is named", async () => {
  const { folder, platform } = await severalProject(4, { changed: names(4) });
  let interrupt = (): void => {};
  const proxy = await startProxy(platform.url, {
    before: async ({ method }) => {
      if (method !== "GET") interrupt();
      return undefined;
    },
  });
  const run = await quietly("apply --yes --parallel 1", {
    cwd: folder,
    env: { ...platform.env, DOCFORM_BASE_URL: proxy.url },
    sleep: platform.sleep,
    whenStarted: (stop) => {
      interrupt = stop;
    },
  });
  expect(run.code).toBe(130);
  expect(run.stdout).toContain("4 organizations: 4 interrupted");
  expect(run.stdout.match(/^o00\d +interrupted .* s {2}run the same command again$/gm)).toHaveLength(4);
  expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_o001/teams/team_o001 200"]);
});

test("on a terminal docform asks for one organization after the other", async () => {
  const { folder, platform } = await severalProject(2, { changed: names(2) });
  const run = await quietly("apply", {
    cwd: folder,
    env: platform.env,
    sleep: platform.sleep,
    typed: "yes\n",
  });
  expect(run.stdout).toMatch(/== o001 ==(.|\n)*== o002 ==/);
  expect(run.stderr.match(/Run this API call\?/g)).toHaveLength(2);
  expect(mutations(platform)).toEqual(["PATCH /v1/orgs/org_o001/teams/team_o001 200"]);
});
