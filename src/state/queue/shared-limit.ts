import { mostBehind, type Reserve } from "../../client/budget.ts";
import {
  addressWithoutLogin,
  type Migration,
  querying,
  quotedSchema,
} from "../backends/postgres/postgres-connection.ts";
import { queueSchema } from "./job-queue.ts";

/** A limit that all processes share whose state is in one database. */
export interface SharedLimit {
  readonly reserve: Reserve;
  readonly close: () => Promise<void>;
}

const migrations: readonly Migration[] = [
  (schema) => `CREATE TABLE ${schema}.rate_limit (key text PRIMARY KEY, next timestamptz NOT NULL)`,
];

/**
 * The place of a limit in a database: a row by key, with the time of the next request. It is a bucket of tokens in one
 * number. The key names a platform and a token, and tells neither.
 */
export function sharedLimit(url: string, stateSchema: string, key: string): SharedLimit {
  const schema = quotedSchema(queueSchema(stateSchema));
  const place = `the limit of requests in the database ${addressWithoutLogin(url)}`;
  const query = querying({ url, schema, place, migrations });
  const take = `INSERT INTO ${schema}.rate_limit AS held VALUES ($1, clock_timestamp() + $2::interval)
    ON CONFLICT (key) DO UPDATE SET next = greatest(held.next, clock_timestamp() - $3::interval) + $2::interval
    RETURNING extract(epoch FROM next - $2::interval - clock_timestamp()) * 1000 AS wait`;
  return {
    reserve: async (count, interval) => {
      const [row] = await query(take, [
        key,
        `${count * interval} milliseconds`,
        `${mostBehind} milliseconds`,
      ]);
      return Number(row?.wait ?? 0);
    },
    close: query.close,
  };
}
