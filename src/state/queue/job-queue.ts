import type PgBoss from "pg-boss";
import type { Json } from "../../text/json.ts";
import { BackendError } from "../backend.ts";
import { oneAtATime } from "../backends/one-at-a-time.ts";
import {
  addressWithoutLogin,
  type Query,
  querying,
  quotedSchema,
} from "../backends/postgres/postgres-connection.ts";
import { dueQueue, keptMinutes, keptUntil, type Scheduling, scheduling } from "./schedule.ts";

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string;
  /** The times that it was taken before. */
  readonly attempt: number;
  readonly data: unknown;
}

/** A job that has ended; `gone`: the queue has it no longer. */
export interface EndedJob {
  readonly id: string;
  readonly state: (typeof endStates)[number];
  readonly output: unknown;
}

const endStates = ["completed", "failed", "cancelled", "gone"] as const;

/** How jobs of a process that waits for them are. */
export interface SeenJobs {
  readonly ended: readonly EndedJob[];
  /** Ids of those that a worker has. */
  readonly active: readonly string[];
}

/**
 * Jobs that several machines share. A worker holds a job by a lease; when the lease ends, another worker gets the job. Each
 * method throws `BackendError` when the database cannot be used; all can be asked again: what is there is not put twice.
 */
export interface JobQueue {
  /** Where it is, for messages. */
  readonly place: string;
  readonly put: (jobs: readonly { readonly id: string; readonly data: Json }[]) => Promise<void>;
  /** How jobs are. Those that nobody has begun are kept from now on: what nobody waits for goes after `keptMinutes`. */
  readonly look: (ids: readonly string[]) => Promise<SeenJobs>;
  /** Takes back what nobody has begun; answers its ids. */
  readonly cancel: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly take: () => Promise<TakenJob | undefined>;
  /** Renews the lease. False when the job is another worker's by now. */
  readonly hold: (job: TakenJob) => Promise<boolean>;
  /** Ends a job that is still this worker's. One that may pass is tried again later, a few times. */
  readonly end: (job: TakenJob, output: Json, mayPass: boolean) => Promise<void>;
  /** How many jobs wait to be taken, now or later. */
  readonly waiting: () => Promise<number>;
  /** A job comes by cron, in UTC, or no longer. Of the queues of an owner, the last that was asked has the schedule. */
  readonly schedule: (cron: string | undefined, data: Json & object) => Promise<void>;
  /** Puts jobs that nobody waits for, behind all others. False while earlier ones are there: then it puts none. */
  readonly putBehind: (jobs: readonly (Json & object)[]) => Promise<boolean>;
  /** Hands on the jobs of workers that are gone, and removes what is old. */
  readonly maintain: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Seconds that a worker has a job without renewing its lease: as long as the lock of an organization. */
export const leaseSeconds = 60;

/** Attempts after the first one, the first of them after some seconds, each later one after twice the time. */
const retries = { retryLimit: 3, retryDelay: 5, retryBackoff: true };

const queueOptions = { policy: "standard", ...retries, retentionMinutes: keptMinutes };

/** The version of the tables that pg-boss of this docform makes. A test holds it. */
export const queueVersion = 24;

/** The place of a queue. */
export interface QueueOptions {
  readonly url: string;
  /** The schema of the state: that of the queue stands beside it. */
  readonly schema: string;
  readonly name: string;
  /** Whose queue it is: a project has another one at each commit. */
  readonly owner: string;
  /** Seconds; `leaseSeconds` unless given. */
  readonly lease?: number;
}

/** The schema of what processes share, beside that of the state. */
export function queueSchema(stateSchema: string): string {
  return `${stateSchema}_queue`.toLowerCase();
}

/** Opens a queue, and makes its tables where they are missing. */
export async function openQueue({
  url,
  schema: state,
  name,
  owner,
  lease = leaseSeconds,
}: QueueOptions): Promise<JobQueue> {
  const schema = queueSchema(state);
  const place = `the queue in the schema ${schema} of the database ${addressWithoutLogin(url)}`;
  if (!/^[a-z_]\w{0,49}$/.test(schema))
    throw new BackendError(
      `${place} cannot be: pg-boss takes no such name`,
      "name the schema of the state with letters, digits and _",
    );
  const query = querying({ url, schema: quotedSchema(schema), place, migrations: [] });
  const { default: Boss } = await import("pg-boss");
  const db = databaseOf(query);
  const boss = new Boss({ db, schema, schedule: false, supervise: false });
  // Each call says by itself when it fails.
  boss.on("error", () => {});
  const makeQueue = (one: string) =>
    query(alone(schema, "create_queue($1, $2)"), [one, { ...queueOptions, expireInSeconds: lease }]);
  try {
    await boss.start();
    const version = Number(await boss.schemaVersion());
    if (version !== queueVersion) throw otherVersion(place, version);
    await makeQueue(name);
  } catch (problem) {
    await query.close();
    throw problem;
  }
  const given = { boss, query, schema, name };
  const [kept, { stop, renew, ...scheduled }] = [keeping(given), scheduling({ ...given, owner, makeQueue })];
  const whole = { place, ...askingFor(given), ...workingOn(given), ...kept, ...scheduled };
  return { ...whole, maintain: () => renew().then(kept.maintain), close: () => stop().finally(query.close) };
}

function otherVersion(place: string, version: number): BackendError {
  const message = `${place} has tables of version ${version}, and this docform knows version ${queueVersion}`;
  return new BackendError(message, "use the docform that made them on all machines, or a newer one");
}

/**
 * Calls a function of pg-boss that makes or removes a queue, while no other process does. Two at once would each hold what
 * the other waits for: the table of queues, and that of jobs.
 */
function alone(schema: string, call: string): string {
  return `WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext('docform queues of ${schema}')))
    SELECT ${schema}.${call} FROM alone`;
}

/** The database as pg-boss uses it: one connection, opened again when it breaks. */
function databaseOf(query: Query): PgBoss.Db {
  const inOrder = oneAtATime();
  return {
    executeSql: (text, values = []) =>
      inOrder(async () => {
        try {
          // A text of several statements answers no rows.
          return { rows: [...((await query(text, values)) ?? [])] };
        } catch (problem) {
          if (/^\s*BEGIN/.test(text)) await query("ROLLBACK", []).catch(() => {});
          throw problem;
        }
      }),
  };
}

type Given = Pick<Scheduling, "boss" | "query" | "schema" | "name">;

/** The side of those who wait for jobs. */
function askingFor({ boss, query, schema, name }: Given): Pick<JobQueue, "put" | "look" | "cancel"> {
  const mine = `name = $1 AND id = ANY($2::uuid[])`;
  const keep = `UPDATE ${schema}.job SET keep_until = ${keptUntil}
    WHERE ${mine} AND state < 'active'`;
  const look = `SELECT id, state, CASE WHEN state > 'active' THEN output END AS output FROM ${schema}.job WHERE ${mine}`;
  const cancel = `UPDATE ${schema}.job SET state = 'cancelled', completed_on = now()
    WHERE ${mine} AND state = 'created' RETURNING id`;
  return {
    put: async (added) => {
      await boss.insert(added.map(({ id, data }) => ({ id, name, data: data as object })));
    },
    look: async (ids) => {
      await query(keep, [name, ids]);
      const rows = new Map((await query(look, [name, ids])).map((row) => [String(row.id), row]));
      const stateOf = (id: string): unknown => rows.get(id)?.state ?? "gone";
      const ended = ids.flatMap((id) => {
        const state = endStates.find((one) => one === stateOf(id));
        return state === undefined ? [] : [{ id, state, output: rows.get(id)?.output }];
      });
      return { ended, active: ids.filter((id) => stateOf(id) === "active") };
    },
    cancel: async (ids) => (await query(cancel, [name, ids])).map(({ id }) => String(id)),
  };
}

/** The side of workers. */
function workingOn({ boss, query, schema, name }: Given): Pick<JobQueue, "take" | "hold" | "end"> {
  // Without another keep_until, a job of longer work would be gone with its lease.
  const renew = `UPDATE ${schema}.job SET started_on = now(), keep_until = ${keptUntil}
    WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING id`;
  const hold = async ({ id, attempt }: TakenJob): Promise<boolean> =>
    (await query(renew, [name, id, attempt])).length > 0;
  return {
    take: async () => {
      let failure: unknown;
      // pg-boss says nothing of a query that failed.
      const executeSql: PgBoss.Db["executeSql"] = async (...asked) => {
        try {
          return await boss.getDb().executeSql(...asked);
        } catch (problem) {
          failure = problem;
          throw problem;
        }
      };
      const [job] = await boss.fetch(name, { includeMetadata: true, db: { executeSql } });
      if (failure !== undefined) throw failure;
      return job && { id: job.id, attempt: job.retryCount, data: job.data };
    },
    hold,
    end: async (job, output, mayPass) => {
      if (!(await hold(job))) return;
      await (mayPass
        ? boss.fail(name, job.id, output as object)
        : boss.complete(name, job.id, output as object));
    },
  };
}

/** The side of both. */
function keeping({ boss, query, schema, name }: Given): Pick<JobQueue, "waiting" | "maintain"> {
  const used = `UPDATE ${schema}.queue SET updated_on = now() WHERE name = $1`;
  const empty = `SELECT name FROM ${schema}.queue AS old WHERE updated_on < CURRENT_TIMESTAMP - interval '1 day'
    AND NOT EXISTS (SELECT id FROM ${schema}.job WHERE job.name = old.name) AND name <> '${dueQueue}'
    AND NOT EXISTS (SELECT name FROM ${schema}.schedule WHERE old.name IN (schedule.name, options->>'name'))`;
  return {
    waiting: async () => boss.getQueueSize(name),
    maintain: async () => {
      await boss.maintain();
      await query(used, [name]);
      // Another process may have removed the queue by now.
      for (const row of await query(empty, []))
        await query(alone(schema, "delete_queue($1)"), [String(row.name)]).catch(() => {});
    },
  };
}
