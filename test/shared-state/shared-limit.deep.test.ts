import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBudget } from "../../src/client/budget.ts";
import { systemClock } from "../../src/client/clock.ts";
import { createDeadline } from "../../src/client/pace.ts";
import { queueSchema } from "../../src/state/queue/job-queue.ts";
import { sharedLimit } from "../../src/state/queue/shared-limit.ts";
import { type Database, startDatabase } from "../backends/database.ts";

let database: Database;

beforeAll(async () => {
  database = await startDatabase();
});

afterAll(() => database.close());

test("sixteen who share a limit of 50 a second in a database get 50 a second, and no more", async () => {
  const limits = Array.from({ length: 16 }, () => sharedLimit(database.url, "docform", "one"));
  const times: number[] = [];
  const takers = limits.map(async ({ reserve }) => {
    const budget = createBudget(systemClock, 50, reserve);
    for (let at = 0; at < 25; at += 1) {
      await budget.take(createDeadline(systemClock));
      times.push(performance.now());
    }
  });
  await Promise.all(takers);
  await Promise.all(limits.map(({ close }) => close()));
  times.sort((one, other) => one - other);
  const perSecond = (times.length - 1) / (((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000);
  console.log(`${times.length} requests of 16 at ${perSecond.toFixed(1)} a second`);
  expect(perSecond).toBeLessThan(50 * 1.03);
  // A busy machine wakes late.
  expect(perSecond).toBeGreaterThan(50 * 0.8);
});

test("each platform and token has a limit of its own", async () => {
  const [one, other] = ["first", "second"].map((key) => sharedLimit(database.url, "docform", key));
  await one?.reserve(500, 20);
  expect(await other?.reserve(1, 20)).toBeLessThan(100);
  expect(await one?.reserve(1, 20)).toBeGreaterThan(5000);
  await Promise.all([one?.close(), other?.close()]);
});

test("a schema of any name stays a name", async () => {
  const hostile = `x"; CREATE TABLE public.pwned (); --`;
  const { reserve, close } = sharedLimit(database.url, hostile, "one");
  expect(await reserve(1, 20)).toBeLessThan(100);
  await close();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'x%'");
  await client.end();
  expect(rows).toEqual([{ nspname: queueSchema(hostile) }]);
});
