import type PgBoss from "pg-boss";
import { hash } from "../../io/hash.ts";
import type { Query } from "../backends/postgres/postgres-connection.ts";

/** The queue in which pg-boss itself puts the jobs that are due. */
export const dueQueue = "__pgboss__send-it";

/** Minutes for which the queue keeps a job that nobody waits for. */
export const keptMinutes = 15;

/** The end of these minutes, for SQL. */
export const keptUntil = `CURRENT_TIMESTAMP + interval '${keptMinutes} minutes'`;

/** The queue that has a schedule, and the means to use it. */
export interface Scheduling {
  readonly boss: PgBoss;
  readonly query: Query;
  readonly schema: string;
  readonly name: string;
  /** Whose schedule it is. It has the name of a queue without jobs, as pg-boss keeps one schedule for each. */
  readonly owner: string;
  /** Makes a queue where it is missing. */
  readonly makeQueue: (name: string) => Promise<unknown>;
}

/** The schedule of a queue, and its jobs. */
export function scheduling({ boss, query, schema, name, owner, makeQueue }: Scheduling) {
  let scheduled: readonly [cron: string, data: object] | undefined;
  let stopClock = async (): Promise<void> => {};
  // pg-boss puts the job where this name says.
  const options = { tz: "UTC", name };
  // Workers that are gone renew nothing: then those of another queue take the schedule, or in the end nobody.
  const renew = `UPDATE ${schema}.schedule SET cron = $1, data = $2, options = $3, updated_on = now()
    WHERE name = $4 AND (options->>'name' = $5 OR updated_on < CURRENT_TIMESTAMP - interval '3 minutes')`;
  const outdated = `DELETE FROM ${schema}.schedule WHERE updated_on < CURRENT_TIMESTAMP - interval '1 day'`;
  const waiting = `name = $1 AND priority < 0 AND state`;
  const keep = `UPDATE ${schema}.job SET keep_until = ${keptUntil} WHERE ${waiting} < 'active'`;
  const last = `SELECT id, state <= 'active' AS open FROM ${schema}.job WHERE name = $1 AND priority < 0
    ORDER BY open DESC, created_on DESC, id LIMIT 1`;
  return {
    schedule: async (cron: string | undefined, data: object): Promise<void> => {
      scheduled = cron === undefined ? undefined : [cron, data];
      if (cron === undefined) return boss.unschedule(owner);
      for (const one of [dueQueue, owner]) await makeQueue(one);
      await boss.schedule(owner, cron, data, options);
      stopClock = await startClock(boss.getDb(), schema);
    },
    renew: async (): Promise<void> => {
      if (scheduled !== undefined) await query(renew, [...scheduled, options, owner, name]);
      await query(outdated, []);
      await query(keep, [name]);
    },
    putBehind: async (jobs: readonly object[]): Promise<boolean> => {
      const [before] = await query(last, [name]);
      if (before?.open === true) return false;
      // Two that look at once find the same job before, and make the same ids: the database puts each once.
      const idOf = (data: object) => hash(JSON.stringify([name, before?.id, data])).slice(0, 32);
      await boss.insert(jobs.map((data) => ({ id: idOf(data), data, name, priority: -1 })));
      return true;
    },
    stop: () => stopClock(),
  };
}

/** Has pg-boss look at the schedules each half minute, one process at a time; answers how to stop that. */
async function startClock(db: PgBoss.Db, schema: string): Promise<() => Promise<void>> {
  // pg-boss takes it for the answer of a failure: a job that is not put is put again.
  const unanswered = undefined as never;
  let isStopped = false;
  let failure: unknown;
  // pg-boss does not wait for all that it asks: a failure would end the process, and a late question connect again.
  const executeSql: PgBoss.Db["executeSql"] = async (...asked) => {
    if (isStopped) return unanswered;
    return db.executeSql(...asked).catch((problem: unknown) => {
      failure = problem;
      return unanswered;
    });
  };
  const { default: Boss } = await import("pg-boss");
  const clock = new Boss({ db: { executeSql }, schema, migrate: false, supervise: false });
  // It says there what it could not ask; it asks again.
  clock.on("error", () => {});
  await clock.start().catch((problem: unknown) => {
    throw failure ?? problem;
  });
  return async () => {
    isStopped = true;
    await clock.stop({ graceful: false });
    // Comes after all that was asked.
    await db.executeSql("SELECT 1", []).catch(() => {});
  };
}
