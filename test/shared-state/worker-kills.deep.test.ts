import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { names } from "../organizations/several-project.ts";
import { inventoryOf } from "../support/platform/inventory.ts";
import { momentOf } from "../support/processes/kill-stage.ts";
import { expectOneAtATime, type Running, type Stage, teams, workerStage } from "./worker-stage.ts";

/** `DEEP=1 WORKER_KILLS=50 npx vitest run test/shared-state/worker-kills.deep.test.ts` for many. */
const kills = Number(process.env.WORKER_KILLS ?? 2);
/** Changes between two kills at most, and organizations enough for all of them. */
const changesBetween = 12;
const count = 8 + Math.ceil((kills * changesBetween) / teams);
/** Restarts of the database: at each so many kills. */
const restartEach = 5;

test(`kill -9 of ${kills} workers, with the database restarted meanwhile: each unit ends done or named`, async () => {
  const stage = await workerStage(count, 20);
  const apply = stage.start("apply --engine postgres --yes");
  const all: Running[] = [];
  const worker = (): Running => {
    const started = stage.start("worker --parallel 2");
    all.push(started);
    return started;
  };
  const said = () => [apply, ...all].map((one) => one.said()).join("\n----\n");
  let [killed, restarts] = [0, 0];
  let workers = [worker(), worker()];
  const hurrying = new AbortController();
  void hurry(stage, hurrying.signal);
  while (killed < kills) {
    const goal = stage.platform.changes() + 1 + Math.floor(momentOf(killed, changesBetween));
    await stage.until(() => stage.platform.changes() >= goal || apply.child.exitCode !== null);
    expect(apply.child.exitCode, said()).toBe(null);
    const isRestart = killed % restartEach === 1;
    // A worker that starts without a database ends.
    if (isRestart) await stage.until(() => workers.every(({ said }) => said() !== ""));
    // One of two, or both.
    const lost = workers.slice(0, Math.min(kills - killed, killed % 3 === 2 ? 2 : 1));
    for (const { child } of lost) child.kill("SIGKILL");
    await Promise.all(lost.map(({ ended }) => ended));
    killed += lost.length;
    if (isRestart) {
      await stage.database.restart(500);
      restarts += 1;
    }
    const left = workers.slice(lost.length);
    await expire(stage, left, killed % 4 === 3);
    workers = [...left, ...lost.map(worker)];
  }
  const code = await apply.ended;
  const rows = rowsOf(apply.stdout());
  expect(Object.keys(rows), said()).toEqual(names(count));
  const named = Object.entries(rows).filter(([, row]) => !/^(?:applied|no changes)/.test(row));
  expect(code, said()).toBe(named.length === 0 ? 0 : 5);
  for (const [, row] of named) expect(row, said()).toMatch(/^failed .* docform runs --target o\d+$/);
  const again = stage.start("apply --engine postgres --yes");
  expect(await again.ended, `${again.said()}\n----\n${said()}`).toBe(0);
  hurrying.abort();
  const runs = await expectOneAtATime(stage);
  expect(inventoryOf(stage.platform.platform.state)).toEqual(wanted);
  expect(stage.platform.changes()).toBe(count * teams);
  const figures = `${killed} workers killed, ${restarts} restarts, ${runs} runs of ${count} organizations`;
  console.log(`${figures}; by the first apply ${count - named.length} done, ${named.length} named`);
});

/** All that is to be on the platform, each once. */
const wanted = names(count)
  .flatMap((name) => Array.from({ length: teams }, (_, at) => `org_${name}: teams Team ${at}`))
  .sort();

/** The rows of the table, by organization. */
function rowsOf(table: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...table.matchAll(/^(o\d{3}) +(\S.*)$/gm)].map(([, name = "", row = ""]) => [name, row]),
  );
}

/**
 * As if a minute had passed: the locks of killed workers end, and the leases of jobs whose locks the others do not have. With `all`, also of
 * jobs that the others work on, as if their machines had been asleep: their locks alone keep the organizations theirs.
 */
async function expire({ sql }: Stage, left: readonly Running[], all: boolean): Promise<void> {
  const pids = left.map(({ child }) => child.pid).join(", ") || "0";
  const isLeft = `(holder::json ->> 'pid')::int IN (${pids})`;
  await sql(`UPDATE docform.lock SET expires = now() WHERE NOT ${isLeft}`);
  const theirs = `SELECT split_part(project, 'org_', 2) FROM docform.lock WHERE ${isLeft}`;
  await sql(`UPDATE docform_queue.job SET started_on = now() - interval '2 minutes'
    WHERE state = 'active' ${all ? "" : `AND data ->> 'unit' NOT IN (${theirs})`}`);
}

/** Attempts after the first one need not wait. */
async function hurry({ sql }: Stage, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sql("UPDATE docform_queue.job SET start_after = now() WHERE state = 'retry'").catch(() => {});
    await setTimeout(500);
  }
}
