import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { querying } from "../../src/state/backends/postgres/postgres-connection.ts";
import { type JobQueue, openQueue } from "../../src/state/queue/job-queue.ts";
import { startDatabase } from "../backends/database.ts";

test("many that open queues at once, make the tables, work, and remove old queues, all succeed", async () => {
  const database = await startDatabase();
  onTestFinished(database.close);
  const sql = querying({ url: database.url, schema: "", place: "the database", migrations: [] });
  onTestFinished(sql.close);
  const use = async (schema: string, from: number, at: number): Promise<void> => {
    const queue: JobQueue = await openQueue({ url: database.url, schema, name: `commit${from + (at % 3)}` });
    onTestFinished(queue.close);
    await queue.maintain();
    await queue.put([{ id: crypto.randomUUID(), data: { at } }]);
    const job = await queue.take();
    await queue.maintain();
    if (job !== undefined) await queue.end(job, {}, false);
  };
  for (const schema of ["first", "second", "third", "fourth"]) {
    for (const from of [0, 3]) {
      const all = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => use(schema, from, at)));
      expect(all.filter(({ status }) => status === "rejected")).toEqual([]);
      await sql(`DELETE FROM ${schema}_queue.job`, []);
      await sql(`UPDATE ${schema}_queue.queue SET created_on = now() - interval '2 days'`, []);
    }
    expect(await sql(`SELECT name FROM ${schema}_queue.queue WHERE name LIKE 'commit%'`, [])).toHaveLength(3);
  }
});

test("a query waits for a connection that the database has no room for", async () => {
  const database = await startDatabase();
  onTestFinished(database.close);
  const as = (url: string) => querying({ url, schema: "", place: "the database", migrations: [] });
  const owner = as(database.url);
  await owner("CREATE ROLE worker LOGIN PASSWORD 'secret' CONNECTION LIMIT 1", []);
  const [one, other] = [0, 1].map(() => as(database.url.replace("//docform:", "//worker:")));
  await one?.("SELECT 1", []);
  const answer = other?.("SELECT 2 AS two", []);
  const early = await Promise.race([answer, setTimeout(500, "waits")]);
  await one?.close();
  expect([early, await answer]).toEqual(["waits", [{ two: 2 }]]);
  await Promise.all([owner.close(), other?.close()]);
});
