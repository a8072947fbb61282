import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { BackendError } from "../../backend.ts";
import { oneAtATime } from "../one-at-a-time.ts";

/** A row of an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs queries over one connection, which is opened when it is first needed. */
export interface Query {
  (text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Makes the tables as this docform knows them. */
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** The name of a schema as SQL has it: docform.yaml may say any. */
export function quotedSchema(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A step that makes the tables of a schema, whose name is in quotes. */
export type Migration = (schema: string) => string;

/** The input of a connection. */
interface ConnectionOptions {
  readonly url: string;
  /** Name of the schema, in quotes. */
  readonly schema: string;
  readonly place: string;
  readonly migrations: readonly Migration[];
}

/** A connection to a database whose tables are made when they are first missed. */
export function querying(options: ConnectionOptions): Query {
  const { url, place } = options;
  let opened: Promise<Client> | undefined;
  /** The next query connects again. */
  const drop = async (which: Promise<Client> | undefined): Promise<void> => {
    if (opened === which) opened = undefined;
    await which?.then(disconnect).catch(() => {});
  };
  const open = (): Promise<Client> => {
    const opening = connected(url, () => void drop(opening));
    return opening;
  };
  // One after the other: a query between those that make the tables would end their transaction.
  const inOrder = oneAtATime();
  const using = <T>(act: (client: Client) => Promise<T>): Promise<T> =>
    inOrder(async () => {
      opened ??= open();
      const mine = opened;
      try {
        return await act(await mine);
      } catch (problem) {
        const told = problem instanceof BackendError ? problem : failed(place, problem);
        if (told.mayPass) void drop(mine);
        throw told;
      }
    });
  const query = (text: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    using((client) => asking(client, options, text, values));
  return Object.assign(query, {
    migrate: () => using((client) => migrate(client, options)),
    close: () => drop(opened),
  });
}

/** Tries, 300 ms apart, of a connection that a database has no room for: a worker ends one with each organization. */
const mostTries = 100;

/** Connects, when there is room, and calls back when the connection breaks between two queries. */
async function connected(connectionString: string, whenBroken: () => void): Promise<Client> {
  const { default: pg } = await import("pg");
  for (let left = mostTries; ; left -= 1) {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 10_000,
      query_timeout: 30_000,
      keepAlive: true,
      application_name: "docform",
    });
    let isOpen = false;
    client.on("error", () => isOpen && whenBroken());
    try {
      await client.connect();
      isOpen = true;
      return client;
    } catch (problem) {
      if ((problem as { readonly code?: string }).code !== "53300" || left <= 1) throw problem;
    }
    await sleep(300);
  }
}

/** Disconnects. A database that is silent has a second for it: the command must end. */
async function disconnect(client: Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), 1000);
  await client.end().finally(() => clearTimeout(timer));
}

/** The codes of PostgreSQL for a table or schema that is not there. */
const missing: readonly unknown[] = ["42P01", "3F000"];

/** The code of PostgreSQL for a query that it gave up, so that another goes on: it changed nothing, and is to be asked again. */
const deadlock = "40P01";

async function asking(
  client: Client,
  options: ConnectionOptions,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  let isMade = false;
  for (let left = 5; ; left -= 1) {
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } catch (problem) {
      const { code } = problem as { readonly code?: string };
      const isMissing: boolean = missing.includes(code) && !isMade;
      if (left === 0 || !(isMissing || code === deadlock)) throw problem;
      isMade ||= isMissing;
      // A text of several statements leaves its transaction open.
      await (isMissing ? migrate(client, options) : client.query("ROLLBACK"));
    }
  }
}

/** Makes the tables that are missing. Two runs that start at once wait for each other. */
async function migrate(client: Client, { schema, migrations }: ConnectionOptions): Promise<void> {
  await client.query("BEGIN");
  try {
    // Shorter than the time for a query, so that the database says what it waits for.
    await client.query("SET LOCAL lock_timeout = '20s'");
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

/** The conditions of PostgreSQL that a reader can correct, by their code. */
const hints: Readonly<Record<string, string>> = {
  "28P01": "check the user and the password in DOCFORM_STATE_URL",
  "28000": "check the user in DOCFORM_STATE_URL, and that it may connect",
  "3D000": "make the database, or check its name in DOCFORM_STATE_URL",
  "42501": "the user in DOCFORM_STATE_URL must be able to make the schema and its tables",
  "55P03": "another process makes the tables or holds them: run again when it has ended",
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

/**
 * The address of a database without its user and password. Throws `BackendError` for what is no address. A character of a password that ends the name of the host, such as a
 * slash, would leave the rest of it in the path.
 */
export function addressWithoutLogin(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read !== undefined && !read.pathname.includes("@")) return read.host + read.pathname;
  throw new BackendError(
    "DOCFORM_STATE_URL is not an address",
    "write it as postgres://user:password@host/database; write special characters of the password as %40 for @",
  );
}
