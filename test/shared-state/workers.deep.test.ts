import { expect, test } from "vitest";
import { names } from "../organizations/several-project.ts";
import { commitAll, expectOneAtATime, type Stage, teams, workerStage } from "./worker-stage.ts";

/** Each organization has each of its teams once. */
function expectAllOnce({ platform }: Stage, count: number): void {
  expect(platform.changes()).toBe(count * teams);
}

test("two workers apply what apply puts into the queue, and apply prints the table", async () => {
  const stage = await workerStage(12, 5);
  const workers = [1, 2].map(() => stage.start("worker --parallel 2"));
  const apply = stage.start("apply --engine postgres --yes");
  expect(await apply.ended, apply.said()).toBe(0);
  expect(apply.stdout()).toContain("12 organizations: 12 applied");
  for (const name of names(12)) expect(apply.stdout()).toContain(`== ${name} ==`);
  for (const { said } of workers) expect(said()).toMatch(/o0\d\d: applied \(exit 0\)/);
  expectAllOnce(stage, 12);
  expect(await expectOneAtATime(stage)).toBe(12);
  const drift = stage.start("drift --engine postgres --format json");
  expect(await drift.ended, drift.said()).toBe(0);
  expect(JSON.parse(drift.stdout()).organizations).toHaveLength(12);
  for (const { child } of workers) child.kill("SIGTERM");
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(JSON.stringify(await stage.sql("SELECT data, output FROM docform_queue.job"))).not.toContain(
    "canary-all",
  );
});

test("after kill -9 of workers and a restart of the database, others end what was begun", async () => {
  const stage = await workerStage(12, 20);
  const apply = stage.start("apply --engine postgres --yes");
  const first = [1, 2].map(() => stage.start("worker --parallel 2"));
  await stage.until(() => stage.platform.changes() > 8);
  for (const { child } of first) child.kill("SIGKILL");
  // As if a minute had passed: the leases of the jobs and of the locks.
  await stage.sql(
    "UPDATE docform_queue.job SET started_on = now() - interval '2 minutes' WHERE state = 'active'",
  );
  await stage.sql("UPDATE docform.lock SET expires = now()");
  const second = [1, 2].map(() => stage.start("worker --parallel 2"));
  await stage.until(() => stage.platform.changes() > 30);
  await stage.database.restart(2000);
  const code = await apply.ended;
  const said = [apply, ...second].map((one) => one.said()).join("\n----\n");
  expect(code, said).toBe(0);
  expect(apply.stdout(), said).toMatch(/12 organizations: .*applied/);
  expectAllOnce(stage, 12);
  expect(await expectOneAtATime(stage)).toBeGreaterThanOrEqual(12);
});

test("a worker takes nothing of another commit, and apply takes back what nobody has begun", async () => {
  const stage = await workerStage(2, 0);
  const worker = stage.start("worker");
  await stage.until(() => worker.said().includes("Worker at the commit"));
  stage.write("manifests/o001.yaml", "organization: o001\nteams: { docs: { title: Docs } }\n");
  // A command that cannot begin does not wait for its deadline.
  const dirty = stage.start("apply --engine postgres --yes --deadline 1h");
  expect(await dirty.ended).toBe(1);
  expect(dirty.said()).toMatch(/DF5043.*the project here is not as in the commit [0-9a-f]{7}: o001/s);
  commitAll(stage.folder);
  const apply = stage.start("apply --engine postgres --yes");
  await stage.until(async () => (await stage.sql("SELECT id FROM docform_queue.job")).length === 2);
  apply.child.kill("SIGINT");
  expect(await apply.ended).toBe(130);
  expect(apply.stdout()).toContain("2 organizations: 2 interrupted");
  expect(apply.said()).toContain("no worker had begun it: it was taken back");
  const once = stage.start("worker --once");
  expect(await once.ended, once.said()).toBe(0);
  expect(stage.platform.changes()).toBe(0);
  await stage.sql("UPDATE docform_queue.version SET version = 25");
  const other = stage.start("worker --once");
  expect(await other.ended).toBe(1);
  expect(other.said()).toContain("tables of version 25, and this docform knows version 24");
});

test("a worker whose queue breaks ends what it has begun, and then says so", async () => {
  const stage = await workerStage(12, 60);
  stage.start("apply --engine postgres --yes");
  const worker = stage.start("worker --parallel 3");
  await stage.until(() => stage.platform.changes() > 3);
  await stage.sql("ALTER TABLE docform_queue.job RENAME TO gone");
  expect(await worker.ended, worker.said()).toBe(1);
  expect(worker.said()).toContain("the queue in the schema docform_queue");
  expect(stage.platform.changes() % teams, worker.said()).toBe(0);
});
