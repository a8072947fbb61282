import type { Client } from "pg";
import {
  type Backend,
  BackendError,
  LockLost,
  type LockStore,
  type RecordStore,
  type RunStore,
  StateMoved,
} from "../backend.ts";
import { type LockHolder, lockHolderIn, lockText } from "../lock.ts";

/** The settings of `state: { postgres: … }`, and the address from the environment. */
export interface PostgresOptions {
  /** `postgres://user:password@host/database`; from `DOCFORM_STATE_URL`. */
  readonly url: string;
  readonly schema: string;
  /** Name of the project: many can be in one schema. */
  readonly project: string;
  /** Milliseconds for which a lock holds without being renewed. */
  readonly lease?: number;
  /** Starts to call back every so many milliseconds; answers how to stop. */
  readonly every: (milliseconds: number, callback: () => void) => () => void;
}

/** The lease of a lock: a run that is lost frees it after a minute. */
const defaultLease = 60_000;

/** The steps that make the tables, in order. A step that has been published is never changed. */
const migrations: readonly string[] = [
  `CREATE TABLE record (project text PRIMARY KEY, version bigint NOT NULL, text text NOT NULL);
   CREATE TABLE lock (project text PRIMARY KEY, holder text NOT NULL, id text NOT NULL, expires timestamptz NOT NULL);
   CREATE TABLE run (project text NOT NULL, run text NOT NULL, PRIMARY KEY (project, run));
   CREATE TABLE run_text (project text NOT NULL, run text NOT NULL, seq bigserial, text text NOT NULL,
     PRIMARY KEY (project, run, seq), FOREIGN KEY (project, run) REFERENCES run ON DELETE CASCADE)`,
];

/**
 * The state in a PostgreSQL database. A line of a journal is durable when its row is committed. The lock has a
 * lease that is renewed while the run lives; a line is refused when the lease is lost.
 */
export function postgresBackend(options: PostgresOptions): Backend {
  const place = `the schema ${options.schema} of the database ${placeOf(options.url)}`;
  const query = querying(options, place);
  const lock = lockIn(query, options);
  return {
    place,
    isShared: true,
    record: recordIn(query, options, place),
    lock,
    runs: runsIn(query, options, place, lock),
    close: query.close,
  };
}

function recordIn(query: Query, { project }: PostgresOptions, place: string): RecordStore {
  const create = "INSERT INTO record VALUES ($1, 1, $2) ON CONFLICT DO NOTHING RETURNING version";
  const replace =
    "UPDATE record SET version = version + 1, text = $2 WHERE project = $1 AND version = $3 RETURNING version";
  return {
    read: async () => {
      const [row] = await query("SELECT text, version FROM record WHERE project = $1", [project]);
      return row && { text: String(row.text), version: String(row.version) };
    },
    write: async (text, over) => {
      const written =
        over === undefined
          ? await query(create, [project, text])
          : await query(replace, [project, text, over]);
      if (written.length === 0) throw new StateMoved(place);
    },
  };
}

function lockIn(query: Query, { project, every, lease = defaultLease }: PostgresOptions): LockStore {
  const leaseText = `${lease} milliseconds`;
  const take = `INSERT INTO lock VALUES ($1, $2, $3, clock_timestamp() + $4::interval)
    ON CONFLICT (project) DO UPDATE SET holder = excluded.holder, id = excluded.id, expires = excluded.expires
    WHERE lock.expires <= clock_timestamp() RETURNING id`;
  const renew = "UPDATE lock SET expires = clock_timestamp() + $3::interval WHERE project = $1 AND id = $2";
  const holderWhere = async (condition: string): Promise<LockHolder | undefined> => {
    const [row] = await query(`SELECT holder FROM lock WHERE project = $1 AND ${condition}`, [project]);
    return row === undefined ? undefined : lockHolderIn(String(row.holder));
  };
  const holder = () => holderWhere("expires > clock_timestamp()");
  const remove = async (id: string): Promise<void> => {
    await query("DELETE FROM lock WHERE project = $1 AND id = $2", [project, id]);
  };
  return {
    holder,
    remove,
    take: async (mine) => {
      const left = await holderWhere("expires <= clock_timestamp()");
      const taken = await query(take, [project, lockText(mine), mine.id, leaseText]);
      if (taken.length === 0) return { holder: await holder() };
      // A renewal that fails is told by the next line of the journal, which is refused.
      const stop = every(lease / 3, () => void query(renew, [project, mine.id, leaseText]).catch(() => {}));
      const release = async (): Promise<void> => {
        stop();
        await remove(mine.id);
      };
      return { release, ...(left === undefined ? {} : { takenFrom: left }) };
    },
  };
}

function runsIn(query: Query, { project }: PostgresOptions, place: string, lock: LockStore): RunStore {
  const insert = `INSERT INTO run_text (project, run, text) SELECT $1, $2, $3 FROM lock
    WHERE lock.project = $1 AND lock.id = $4 AND lock.expires > clock_timestamp() RETURNING seq`;
  const select = "SELECT text FROM run_text WHERE project = $1 AND run = $2 ORDER BY seq";
  return {
    ids: async () => {
      const rows = await query("SELECT run FROM run WHERE project = $1 ORDER BY run", [project]);
      return rows.map(({ run }) => String(run));
    },
    read: async (run) => {
      const rows = await query(select, [project, run]);
      return rows.length === 0 ? undefined : rows.map(({ text }) => String(text)).join("");
    },
    begin: async (run, text, lockId) => {
      await query("INSERT INTO run VALUES ($1, $2)", [project, run]);
      const append = async (more: string): Promise<void> => {
        if ((await query(insert, [project, run, more, lockId])).length > 0) return;
        throw new LockLost(place, await lock.holder());
      };
      await append(text);
      return { append, close: async () => {} };
    },
  };
}

type Row = Readonly<Record<string, unknown>>;

interface Query {
  (text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Runs queries over one connection, which is opened, and its tables made, when it is first needed. */
function querying({ url, schema }: PostgresOptions, place: string): Query {
  let opened: Promise<Client> | undefined;
  const open = async (): Promise<Client> => {
    const { default: pg } = await import("pg");
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      application_name: "docform",
    });
    // A connection that breaks between two queries: the next query says so.
    client.on("error", () => {});
    await client.connect();
    await migrate(client, schema, place);
    return client;
  };
  const query = async (text: string, values: readonly unknown[]): Promise<readonly Row[]> => {
    try {
      opened ??= open();
      const client = await opened;
      return (await client.query<Row>(text, [...values])).rows;
    } catch (problem) {
      throw problem instanceof BackendError ? problem : failed(place, problem);
    }
  };
  return Object.assign(query, {
    close: async () => {
      const client = await opened?.catch(() => undefined);
      await client?.end();
    },
  });
}

/** Makes the tables that are missing. Two runs that start at once wait for each other. */
async function migrate(client: Client, schema: string, place: string): Promise<void> {
  const { escapeIdentifier } = client;
  const name = escapeIdentifier(schema);
  await client.query(`SET search_path TO ${name}`);
  const found = await client.query("SELECT to_regclass('migration') AS there");
  const version = found.rows[0]?.there === null ? 0 : await versionIn(client);
  if (version === migrations.length) return;
  if (version > migrations.length)
    throw new BackendError(
      `${place} was made by a newer docform`,
      "use the version of docform that made it, or a newer one",
    );
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock(hashtext('docform ' || $1))", [schema]);
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${name}`);
  await client.query("CREATE TABLE IF NOT EXISTS migration (version int PRIMARY KEY)");
  for (let next = await versionIn(client); next < migrations.length; next += 1) {
    await client.query(migrations[next] ?? "");
    await client.query("INSERT INTO migration VALUES ($1)", [next + 1]);
  }
  await client.query("COMMIT");
}

async function versionIn(client: Client): Promise<number> {
  const { rows } = await client.query("SELECT coalesce(max(version), 0) AS version FROM migration");
  return Number(rows[0]?.version);
}

/** The conditions of PostgreSQL that a reader can mend, by their code. */
const hints: Readonly<Record<string, string>> = {
  "28P01": "check the user and the password in DOCFORM_STATE_URL",
  "28000": "check the user in DOCFORM_STATE_URL, and that it may connect",
  "3D000": "make the database, or check its name in DOCFORM_STATE_URL",
  "42501": "the user in DOCFORM_STATE_URL must be able to make the schema and its tables",
  "53100": "the disk of the database is full: make room there",
  "53300": "the database takes no more connections: run again later",
};

function failed(place: string, problem: unknown): BackendError {
  const { message, code } = problem as Error & { readonly code?: string };
  const why = message === "" ? (code ?? "it does not answer") : message;
  const hint = hints[code ?? ""] ?? "check DOCFORM_STATE_URL and that the database runs, then run again";
  return new BackendError(`${place} cannot be used: ${why}`, hint, { cause: problem });
}

/** The address without its user and password. */
function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return host + pathname;
  } catch {
    throw new BackendError(
      "DOCFORM_STATE_URL is not an address",
      "write it as postgres://user:password@host/database",
    );
  }
}
