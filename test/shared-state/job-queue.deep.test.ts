import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { querying } from "../../src/state/backends/postgres/postgres-connection.ts";
import { type JobQueue, openQueue } from "../../src/state/queue/job-queue.ts";
import { startDatabase } from "../backends/database.ts";

/** An empty database: queries of it, and queues in it. */
async function stage() {
  const database = await startDatabase();
  onTestFinished(database.close);
  const sql = querying({ url: database.url, schema: "", place: "the database", migrations: [] });
  onTestFinished(sql.close);
  const open = async (schema: string, name: string, owner: string): Promise<JobQueue> => {
    const queue = await openQueue({ url: database.url, schema, name, owner });
    onTestFinished(queue.close);
    return queue;
  };
  return { sql, open };
}

test("many that open queues at once, make the tables, work, and remove old queues, all succeed", async () => {
  const { sql, open } = await stage();
  const use = async (schema: string, from: number, at: number): Promise<void> => {
    const name = `commit${from + (at % 3)}`;
    const queue = await open(schema, name, "acme");
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
      await sql(`UPDATE ${schema}_queue.queue SET updated_on = now() - interval '2 days'`, []);
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

test("of the queues of an owner, the last that is scheduled has the schedule while its workers are there", async () => {
  const { sql, open } = await stage();
  const opened = async (name: string, owner: string) => {
    const queue = await open("docform", name, owner);
    const schedule = (cron?: string) => queue.schedule(cron, { by: name });
    return { ...queue, schedule };
  };
  const schedules = async (): Promise<readonly string[]> =>
    (await sql("SELECT options->>'name' AS name, cron, data FROM docform_queue.schedule ORDER BY 1", [])).map(
      ({ name, cron, data }) => {
        expect(data).toEqual({ by: name });
        return `${name} ${cron}`;
      },
    );
  const pass = (time: string) =>
    sql(`UPDATE docform_queue.schedule SET updated_on = updated_on - interval '${time}'`, []);
  const [old, now, other] = [
    await opened("old", "acme"),
    await opened("now", "acme"),
    await opened("other", "ben"),
  ];
  await Promise.all([old.schedule("17 * * * *"), other.schedule("0 5 * * *")]);
  expect(await schedules()).toEqual(["old 17 * * * *", "other 0 5 * * *"]);
  await now.schedule("20 * * * *");
  await old.maintain();
  expect(await schedules()).toEqual(["now 20 * * * *", "other 0 5 * * *"]);
  await pass("4 minutes");
  await old.maintain();
  await now.maintain();
  expect(await schedules()).toEqual(["old 17 * * * *", "other 0 5 * * *"]);
  await sql("UPDATE docform_queue.queue SET updated_on = now() - interval '2 days'", []);
  await now.schedule();
  await old.maintain();
  expect(await schedules()).toEqual(["other 0 5 * * *"]);
  const queues = async () =>
    (await sql("SELECT name FROM docform_queue.queue ORDER BY 1", [])).map(({ name }) => name);
  expect(await queues()).toEqual(["__pgboss__send-it", "ben", "old", "other"]);
  await other.maintain();
  await pass("2 days");
  await old.maintain();
  expect(await schedules()).toEqual([]);
  // A queue stays while its workers are there, with no job and no schedule, too.
  expect(await queues()).toEqual(["__pgboss__send-it", "old", "other"]);
});

test("jobs that nobody waits for come last, once, and stay while a worker is there", async () => {
  const { sql, open } = await stage();
  const queue = await open("docform", "now", "acme");
  const job = (at: string) => ({ id: crypto.randomUUID(), data: { at } });
  // Two workers took a job that was due.
  await Promise.all([queue.putBehind([{ at: "scheduled" }]), queue.putBehind([{ at: "scheduled" }])]);
  expect(await queue.waiting()).toBe(1);
  expect(await queue.putBehind([{ at: "next" }])).toBe(false);
  await queue.put([job("asked")]);
  await sql("UPDATE docform_queue.job SET keep_until = now() + interval '1 second'", []);
  await queue.maintain();
  await sql("SELECT pg_sleep(1.1)", []);
  await queue.maintain();
  const took = await queue.take();
  expect(took?.data).toEqual({ at: "scheduled" });
  expect(await queue.putBehind([{ at: "next" }])).toBe(false);
  if (took !== undefined) await queue.end(took, {}, false);
  expect(await queue.take()).toBeUndefined();
  expect(await queue.putBehind([{ at: "next" }])).toBe(true);
  await queue.put([job("asked")]);
  expect((await queue.take())?.data).toEqual({ at: "asked" });
});

test("a job that was worked on for longer than jobs are kept goes to another worker", async () => {
  const { sql, open } = await stage();
  const queue = await open("docform", "now", "acme");
  const id = crypto.randomUUID();
  await queue.put([{ id, data: {} }]);
  const lost = await queue.take();
  await sql("UPDATE docform_queue.job SET keep_until = now() - interval '5 minutes'", []);
  expect(lost !== undefined && (await queue.hold(lost))).toBe(true);
  await sql("UPDATE docform_queue.job SET started_on = now() - interval '2 minutes'", []);
  await queue.maintain();
  expect(await queue.look([id])).toEqual({ ended: [], active: [] });
  await sql("UPDATE docform_queue.job SET start_after = now()", []);
  expect(await queue.take()).toMatchObject({ id, attempt: 1 });
});

test("a scheduled job is put again when the database failed, and a failure ends no process", async () => {
  const { sql, open } = await stage();
  const queue = await open("docform", "now", "acme");
  const failOnce = (on: string, when: string) =>
    sql(
      `CREATE SEQUENCE ${on}s;
      CREATE FUNCTION fail_${on}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('${on}s') = 1 THEN RAISE 'no room'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER fail_${on} BEFORE ${on} ON docform_queue.job FOR EACH ROW WHEN (${when})
        EXECUTE FUNCTION fail_${on}()`,
      [],
    );
  await failOnce("insert", "NEW.name = 'now'");
  await failOnce("update", "NEW.state = 'completed'");
  await queue.schedule("* * * * *", { by: "now" });
  let job: Awaited<ReturnType<JobQueue["take"]>>;
  while (job === undefined) {
    await setTimeout(200);
    await sql("UPDATE docform_queue.job SET start_after = now() WHERE state = 'retry'", []);
    job = await queue.take();
  }
  expect(job.data).toEqual({ by: "now" });
  const tries = "SELECT max(retry_count) AS again FROM docform_queue.job WHERE name = '__pgboss__send-it'";
  expect(await sql(tries, [])).toEqual([{ again: 1 }]);
  while ((await sql("SELECT is_called FROM updates", []))[0]?.is_called !== true) await setTimeout(200);
});
