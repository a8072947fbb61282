import type { Client } from "pg";
import { BackendError } from "../backend.ts";

type Row = Readonly<Record<string, unknown>>;

/** Runs queries over one connection, which is opened when it is first needed. */
export interface Query {
  (text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** What a connection needs. */
interface ConnectionOptions {
  readonly url: string;
  /** Name of the schema, in quotes. */
  readonly schema: string;
  readonly place: string;
  /** The steps that make the tables, in order. */
  readonly migrations: readonly ((schema: string) => string)[];
}

/** A connection to a database whose tables are made when they are first missed. */
export function querying(options: ConnectionOptions): Query {
  const { url, place } = options;
  let opened: Promise<Client> | undefined;
  const query = async (text: string, values: readonly unknown[]): Promise<readonly Row[]> => {
    try {
      opened ??= connected(url);
      return await asking(await opened, options, text, values);
    } catch (problem) {
      const told = problem instanceof BackendError ? problem : failed(place, problem);
      // The next query connects anew.
      if (told.mayPass) opened = undefined;
      throw told;
    }
  };
  return Object.assign(query, {
    close: async () => {
      const client = await opened?.catch(() => undefined);
      await client?.end();
    },
  });
}

async function connected(connectionString: string): Promise<Client> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: "docform",
  });
  // A connection that breaks between two queries: the next query says so.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** The codes of PostgreSQL for a table or schema that is not there. */
const missing: readonly unknown[] = ["42P01", "3F000"];

async function asking(
  client: Client,
  options: ConnectionOptions,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const ask = async (): Promise<readonly Row[]> => (await client.query<Row>(text, [...values])).rows;
  try {
    return await ask();
  } catch (problem) {
    if (!missing.includes((problem as { readonly code?: string }).code)) throw problem;
    await migrate(client, options);
    return ask();
  }
}

/** Makes the tables that are missing. Two runs that start at once wait for each other. */
async function migrate(client: Client, { schema, migrations }: ConnectionOptions): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('docform ' || $1))", [schema]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`CREATE TABLE IF NOT EXISTS ${schema}.migration (version int PRIMARY KEY)`);
    const { rows } = await client.query(
      `SELECT coalesce(max(version), 0) AS version FROM ${schema}.migration`,
    );
    for (const [step, make] of migrations.entries())
      if (step >= Number(rows[0]?.version)) {
        await client.query(make(schema));
        await client.query(`INSERT INTO ${schema}.migration VALUES ($1)`, [step + 1]);
      }
    await client.query("COMMIT");
  } catch (problem) {
    await client.query("ROLLBACK").catch(() => {});
    throw problem;
  }
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
  return new BackendError(`${place} cannot be used: ${why}`, hint, mayPass(code));
}

/** Whether a failure may pass: of a connection, for want of room for one, or because the server is shutting down. */
function mayPass(code: string | undefined): boolean {
  return code === undefined || /^E[A-Z]+$|^(?:08|57)|^53300$/.test(code);
}
