import {
  type Backend,
  BackendError,
  LockLost,
  type LockStore,
  type RecordStore,
  type RunStore,
  StateMoved,
  type Versioned,
} from "../../backend.ts";
import { type LockHolder, lockHolderIn, lockText } from "../../lock.ts";
import { type LastRead, rememberingLast } from "../last-read.ts";
import {
  addressWithoutLogin,
  type Migration,
  type Query,
  querying,
  quotedSchema,
  type Row,
} from "./postgres-connection.ts";

/** The settings of `state: { postgres: … }`, and the address from the environment. */
export interface PostgresOptions {
  /** `postgres://user:password@host/database`; from `DOCFORM_STATE_URL`. */
  readonly url: string;
  readonly schema: string;
  /** Name of the project: many can be in one schema. */
  readonly project: string;
  /** The steps that make the tables: `migrations` unless given. */
  readonly steps?: readonly Migration[];
  /** Milliseconds for which a lock holds without being renewed. */
  readonly lease?: number;
  /** Waits; ends at once when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** The lease of a lock: a run that is lost frees it after a minute. */
const defaultLease = 60_000;

/** The steps that make the tables, in order. A step that has been published is never changed. */
export const migrations: readonly Migration[] = [
  (
    schema,
  ) => `CREATE TABLE ${schema}.record (project text PRIMARY KEY, version bigint NOT NULL, text text NOT NULL);
   CREATE TABLE ${schema}.lock (project text PRIMARY KEY, holder text NOT NULL, id text NOT NULL,
     expires timestamptz NOT NULL);
   CREATE TABLE ${schema}.run (project text NOT NULL, run text NOT NULL, PRIMARY KEY (project, run));
   CREATE TABLE ${schema}.run_text (project text NOT NULL, run text NOT NULL, seq bigserial, text text NOT NULL,
     PRIMARY KEY (project, run, seq), FOREIGN KEY (project, run) REFERENCES ${schema}.run ON DELETE CASCADE)`,
];

/**
 * The state in a PostgreSQL database. A line of a journal is durable when its row is committed. The lock has a
 * lease that is renewed while the run lives; a line is refused when the lease is lost.
 */
export function postgresBackend(options: PostgresOptions): Backend {
  const schema = quotedSchema(options.schema);
  const place = `the schema ${options.schema} of the database ${addressWithoutLogin(options.url)}`;
  const { url, steps = migrations } = options;
  const query = querying({ url, schema, place, migrations: steps });
  const given = { query, options, schema, place };
  const snapshot = snapshotOf(given);
  const lock = lockIn(given, snapshot);
  return {
    place,
    isShared: true,
    journalDelay: 0,
    record: recordInDatabase(given, snapshot),
    lock,
    runs: runsIn(given, snapshot, lock),
    close: query.close,
  };
}

/** The input of the parts of the backend. */
interface Given {
  readonly query: Query;
  readonly options: PostgresOptions;
  /** Name of the schema, in quotes. */
  readonly schema: string;
  readonly place: string;
}

/** The record, the ids of the runs and the journal of the last one, read in one round trip. */
interface Snapshot {
  readonly record: Versioned | undefined;
  readonly ids: readonly string[];
  readonly lastText: string | undefined;
}

type Snapshots = LastRead<Snapshot>;

function snapshotOf({ query, options, schema, place }: Given): Snapshots {
  const { project, steps = migrations } = options;
  const select = `SELECT
    (SELECT max(version) FROM ${schema}.migration) AS migration,
    (SELECT json_build_array(text, version::text) FROM ${schema}.record WHERE project = $1) AS record,
    (SELECT json_agg(run ORDER BY run) FROM ${schema}.run WHERE project = $1) AS ids,
    (SELECT string_agg(text, '' ORDER BY seq) FROM ${schema}.run_text WHERE project = $1
      AND run = (SELECT max(run) FROM ${schema}.run WHERE project = $1)) AS last`;
  const ask = async (): Promise<Row> => (await query(select, [project]))[0] ?? {};
  return rememberingLast(async () => {
    let row = await ask();
    if (Number(row.migration) > steps.length) throw madeByNewer(place);
    if (Number(row.migration) < steps.length) {
      await query.migrate();
      row = await ask();
    }
    const [text, version] = (row.record ?? []) as readonly string[];
    return {
      record: text === undefined || version === undefined ? undefined : { text, version },
      ids: (row.ids ?? []) as readonly string[],
      lastText: typeof row.last === "string" ? row.last : undefined,
    };
  });
}

function madeByNewer(place: string): BackendError {
  const hint = "use the version of docform that made it, or a newer one";
  return new BackendError(`${place} was made by a newer docform`, hint);
}

function recordInDatabase(
  { query, options: { project }, schema, place }: Given,
  { read }: Snapshots,
): RecordStore {
  const create = `INSERT INTO ${schema}.record VALUES ($1, 1, $2) ON CONFLICT DO NOTHING RETURNING version`;
  const replace = `UPDATE ${schema}.record SET version = version + 1, text = $2
    WHERE project = $1 AND version = $3 RETURNING version`;
  return {
    read: async () => (await read()).record,
    write: async (text, over) => {
      const written =
        over === undefined
          ? await query(create, [project, text])
          : await query(replace, [project, text, over]);
      if (written.length === 0) throw new StateMoved(place);
    },
  };
}

function lockIn({ query, options, schema }: Given, { read }: Snapshots): LockStore {
  const { project, sleep, lease = defaultLease } = options;
  const leaseText = `${lease} milliseconds`;
  const take = `INSERT INTO ${schema}.lock AS held VALUES ($1, $2, $3, clock_timestamp() + $4::interval)
    ON CONFLICT (project) DO UPDATE SET holder = excluded.holder, id = excluded.id, expires = excluded.expires
    WHERE held.expires <= clock_timestamp() OR held.id = excluded.id RETURNING id`;
  const renew = `UPDATE ${schema}.lock SET expires = clock_timestamp() + $3::interval WHERE project = $1 AND id = $2`;
  const holderWhere = async (condition: string): Promise<LockHolder | undefined> => {
    const select = `SELECT holder FROM ${schema}.lock WHERE project = $1 AND ${condition}`;
    const [row] = await query(select, [project]);
    return row === undefined ? undefined : lockHolderIn(String(row.holder));
  };
  const keepRenewing = async (signal: AbortSignal, id: string): Promise<void> => {
    while (!signal.aborted) {
      await sleep(lease / 3, signal).catch(() => {});
      // A renewal that fails is told by the next line of the journal, which is refused.
      if (!signal.aborted) await query(renew, [project, id, leaseText]).catch(() => {});
    }
  };
  const holder = () => holderWhere("expires > clock_timestamp()");
  const remove = async (id: string): Promise<boolean> => {
    const removing = `DELETE FROM ${schema}.lock WHERE project = $1 AND id = $2 RETURNING id`;
    return (await query(removing, [project, id])).length > 0;
  };
  return {
    holder,
    remove,
    take: async (mine) => {
      // Tables of a newer docform are not written to.
      await read();
      const left = await holderWhere("expires <= clock_timestamp()");
      const taken = await query(take, [project, lockText(mine), mine.id, leaseText]);
      if (taken.length === 0) return { holder: await holder() };
      const renewing = new AbortController();
      const renewed = keepRenewing(renewing.signal, mine.id);
      const release = async (): Promise<void> => {
        renewing.abort();
        await renewed;
        await remove(mine.id);
      };
      return { release, ...(left === undefined ? {} : { takenFrom: left }) };
    },
  };
}

function runsIn(given: Given, { readOnce }: Snapshots, lock: LockStore): RunStore {
  const { query, options, schema, place } = given;
  const { project } = options;
  const create = `INSERT INTO ${schema}.run VALUES ($1, $2)`;
  const insert = `INSERT INTO ${schema}.run_text (project, run, text) SELECT $1, $2, $3 FROM ${schema}.lock AS held
    WHERE held.project = $1 AND held.id = $4 AND held.expires > clock_timestamp() RETURNING seq`;
  const select = `SELECT string_agg(text, '' ORDER BY seq) AS text FROM ${schema}.run_text
    WHERE project = $1 AND run = $2`;
  const selectStart = `SELECT text FROM ${schema}.run_text WHERE project = $1 AND run = $2 ORDER BY seq LIMIT 1`;
  const ids = async (): Promise<readonly string[]> => (await readOnce()).ids;
  const read = async (run: string): Promise<string | undefined> => {
    const { ids: known, lastText } = await readOnce();
    if (run === known.at(-1)) return lastText;
    const [row] = await query(select, [project, run]);
    return typeof row?.text === "string" ? row.text : undefined;
  };
  const readStart = async (run: string): Promise<string | undefined> => {
    const { ids: known, lastText } = await readOnce();
    if (run === known.at(-1)) return lastText;
    const [row] = await query(selectStart, [project, run]);
    return typeof row?.text === "string" ? row.text : undefined;
  };
  return {
    ids,
    read,
    readStart,
    begin: async (run, text, lockId) => {
      await query(create, [project, run]);
      const append = async (more: string): Promise<void> => {
        if ((await query(insert, [project, run, more, lockId])).length > 0) return;
        throw new LockLost(place, await lock.holder());
      };
      await append(text);
      return { append, close: async () => {} };
    },
    kept: { ids, read, write: writingWhole(given, lock) },
  };
}

/** Writes journals, each in one statement: it is there as it was, or as it is given. */
function writingWhole({ query, options: { project }, schema, place }: Given, lock: LockStore) {
  const replace = `WITH held AS (SELECT id FROM ${schema}.lock
      WHERE project = $1 AND id = $4 AND expires > clock_timestamp()),
    named AS (INSERT INTO ${schema}.run SELECT $1, $2 FROM held ON CONFLICT DO NOTHING),
    gone AS (DELETE FROM ${schema}.run_text WHERE project = $1 AND run = $2 AND EXISTS (SELECT id FROM held))
    INSERT INTO ${schema}.run_text (project, run, text) SELECT $1, $2, $3 FROM held RETURNING seq`;
  return async (texts: ReadonlyMap<string, string>, lockId: string): Promise<void> => {
    for (const [run, text] of texts)
      if ((await query(replace, [project, run, text, lockId])).length === 0)
        throw new LockLost(place, await lock.holder());
  };
}
