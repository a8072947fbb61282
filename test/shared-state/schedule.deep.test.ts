import { expect, test } from "vitest";
import { names } from "../organizations/several-project.ts";
import { line, load } from "../support/projects/load-manifests.ts";
import { commitAll, workerStage } from "./worker-stage.ts";

test("workers look for drift by the schedule: once for each organization, and it is in the record", async () => {
  const stage = await workerStage(3, 0);
  const apply = stage.start("apply --yes");
  expect(await apply.ended, apply.said()).toBe(0);
  const listed = names(3).map((name) => `  ${name}: { id: org_${name} }`);
  const settings = `organizations:\n${listed.join("\n")}\nstate: { postgres: {} }\n`;
  stage.write("docform.yaml", `${settings}schedule: "* * * * *"\n`);
  stage.write("manifests/o002.yaml", "organization: o002\nteams: { team0: { title: Docs } }\n");
  commitAll(stage.folder);
  const workers = [1, 2].map(() => stage.start("worker --parallel 2"));
  const ended = "SELECT id FROM docform_queue.job WHERE priority < 0 AND state = 'completed'";
  await stage.until(async () => (await stage.sql(ended).catch(() => [])).length === 3);
  expect(await stage.sql("SELECT id FROM docform_queue.job WHERE data->>'unit' = ''")).toHaveLength(1);
  const said = workers.map((one) => one.said()).join("");
  expect(said.match(/Scheduled drift of 3 organizations\.\n/g), said).toHaveLength(1);
  for (const end of ["o001: no changes (exit 0)", "o002: changes (exit 2)", "o003: no changes (exit 0)"])
    expect(said).toContain(end);
  expect(said).toContain("nobody was told about the drift: DOCFORM_NOTIFY_URL is not set");
  const status = stage.start("status --format json");
  await status.ended;
  const { organizations } = JSON.parse(status.stdout());
  expect(organizations.map((one: { drift?: { differing: number } }) => one.drift?.differing)).toEqual([
    1, 0, 0,
  ]);
  for (const { child } of workers) child.kill("SIGTERM");
  expect(await Promise.all(workers.map((one) => one.ended))).toEqual([0, 0]);
  stage.write("docform.yaml", settings);
  commitAll(stage.folder);
  stage.start("worker");
  await stage.until(async () => (await stage.sql("SELECT name FROM docform_queue.schedule")).length === 0);
});

test("a time that never comes is a mistake: pg-boss would end with it the schedules of all", async () => {
  const settings =
    'schedule: "0 0 31 4,6 *"\norganizations: { acme: { id: org_1 } }\nstate: { postgres: {} }\n';
  const { diagnostics } = await load({
    "docform.yaml": settings,
    "manifests/a.yaml": "organization: acme\nteams: {}\n",
  });
  expect(diagnostics.map(line)).toEqual([
    "DF1005 docform.yaml:1:11 schedule is no time of cron: it never comes",
  ]);
});
