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
