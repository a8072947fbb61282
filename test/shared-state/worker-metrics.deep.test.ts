import { expect, test } from "vitest";
import { workerStage } from "./worker-stage.ts";

/** The numbers at an address by their names and labels; histograms without their buckets. */
async function numbersAt(url: string): Promise<Readonly<Record<string, number>>> {
  const lines = (await (await fetch(url)).text()).split("\n");
  const samples = lines.filter((line) => line !== "" && !/^#|_bucket/.test(line));
  return Object.fromEntries(
    samples.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]),
  );
}

test("a worker serves its numbers for Prometheus, and no secret", async () => {
  const stage = await workerStage(3, 0);
  const worker = stage.start("worker --parallel 1 --metrics 127.0.0.1:0");
  await stage.until(() => worker.said().includes("Worker at the commit"));
  const [, url = ""] = /^Metrics at (\S+)\.$/m.exec(worker.said()) ?? [];
  expect(await numbersAt(url)).toEqual({
    docform_units_in_work: 0,
    docform_request_retries_total: 0,
    docform_jobs_waiting: 0,
  });
  const apply = stage.start("apply --engine postgres --yes");
  expect(await apply.ended, apply.said()).toBe(0);
  const back = stage.database.restart(3000);
  await stage.until(async () => !("docform_jobs_waiting" in (await numbersAt(url))));
  expect(await numbersAt(url)).toMatchObject({ docform_units_in_work: 0 });
  await back;
  const drift = stage.start("drift --engine postgres --target o002");
  expect(await drift.ended, drift.said()).toBe(0);
  const numbers = await numbersAt(url);
  expect(numbers).toMatchObject({
    'docform_units_total{command="apply",state="applied"}': 3,
    'docform_units_total{command="drift",state="no changes"}': 1,
    'docform_unit_duration_seconds_count{command="apply"}': 3,
    docform_units_in_work: 0,
    docform_jobs_waiting: 0,
  });
  expect(numbers['docform_requests_total{status="2xx"}']).toBeGreaterThan(18);
  const looked = numbers['docform_last_drift_timestamp_seconds{organization="o002"}'] ?? 0;
  expect(Math.abs(looked - Date.now() / 1000)).toBeLessThan(60);
  const text = await (await fetch(url)).text();
  for (const secret of ["canary-all", "org_o", new URL(stage.database.url).port, stage.folder])
    expect(text).not.toContain(secret);
  expect((await fetch(url, { method: "POST" })).status).toBe(404);
  expect((await fetch(url.replace("/metrics", "/"))).status).toBe(404);

  const second = stage.start(`worker --once --metrics ${new URL(url).host}`);
  expect(await second.ended).toBe(1);
  expect(second.said()).toMatch(/DF5004.*cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);

  worker.child.kill("SIGTERM");
  expect(await worker.ended, worker.said()).toBe(0);
});
