import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { type Usage, usageOf } from "../usage.ts";
import type { Platforms } from "./platforms.ts";

/** Processes of `docform worker`, in the folder of a project, with a database. */
interface Crew {
  readonly project: string;
  readonly count: number;
  /** Organizations that each works on at the same time. */
  readonly parallel: number;
  readonly database: { readonly url: string };
  readonly platforms: Platforms;
  /** Is the memory that they hold measured? It takes time. */
  readonly isHeld?: boolean;
}

/** The time of `docform drift --engine postgres`, once all workers wait for work; processor and memory are the most of a process. */
export async function driftByWorkers({
  project,
  count,
  parallel,
  database,
  platforms,
  isHeld = false,
}: Crew): Promise<Usage> {
  const hook = ["--require", resolve("bench/usage.cjs"), ...(isHeld ? ["--expose-gc"] : [])];
  const argv = [...hook, "dist/cli.cjs", "worker", "-C", project, "--parallel", String(parallel)];
  const envOf = (at: number) => ({ ...platforms.envOf(at), DOCFORM_STATE_URL: database.url });
  const fileOf = (at: number): string => resolve(project, "..", `usage-${at}.json`);
  const workers = Array.from({ length: count }, (_, at) =>
    spawn(process.execPath, argv, {
      env: { ...process.env, ...envOf(at), BENCH_USAGE: fileOf(at) },
      stdio: ["ignore", "ignore", "pipe"],
    }),
  );
  try {
    await Promise.all(workers.map(begun));
    const drift = ["dist/cli.cjs", "drift", "-C", project, "--engine", "postgres"];
    const usage = await usageOf(drift, envOf(0), fileOf(count), [0, 2]);
    const ended = workers.map((worker) => once(worker, "close"));
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(ended);
    const all = [usage, ...workers.map((_, at): Usage => JSON.parse(readFileSync(fileOf(at), "utf8")))];
    const most = (name: keyof Usage): number => Math.max(...all.map((one) => one[name]));
    return { wall: usage.wall, cpu: most("cpu"), peakMiB: most("peakMiB"), heldMiB: most("heldMiB") };
  } finally {
    for (const worker of workers) worker.kill("SIGKILL");
  }
}

/** Ends when a worker waits for work. Fails with what it said when it does not. */
function begun({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null) throw new Error("no stderr");
  return new Promise((done, reject) => {
    createInterface({ input: stderr }).once("line", (line) => {
      if (line.startsWith("Worker at the commit")) done();
      else reject(new Error(`a worker did not start: ${line}`));
    });
  });
}
