#!/usr/bin/env node
// npm run simulate -- --seeds 20000 --start 1 [--shards 2] [--exhaustive [--only NAME]] [--every N]: runs the whole tool under a seeded scheduler
// with a virtual clock, faults and crashes, and holds the invariants of test/simulation after every run. With shards,
// so many processes run at a time, each with its part of the seeds. A seed and a commit replay a failure exactly. Ends
// with how often each thing went wrong.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    start: { type: "string", default: "1" },
    shards: { type: "string", default: "1" },
    exhaustive: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    every: { type: "string", default: "1" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "simulate-"));
const report = join(folder, "report");
const shards = Math.max(1, Math.floor(Number(values.shards)));
const begun = Date.now();
const statuses = await Promise.all(Array.from({ length: shards }, (_, shard) => run(shard)));
const lines = existsSync(report) ? readFileSync(report, "utf8").trim().split("\n") : [];
const parts = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
rmSync(folder, { recursive: true });

const counts = {};
for (const part of parts)
  for (const [name, count] of Object.entries(part.counts)) counts[name] = (counts[name] ?? 0) + count;
for (const name of Object.keys(counts).sort()) console.log(`${String(counts[name]).padStart(9)}  ${name}`);
const failed = parts.reduce((sum, part) => sum + part.failed, 0);
const seconds = (Date.now() - begun) / 1000;
const what = values.exhaustive
  ? "exhaustive"
  : `seeds ${values.start} to ${Number(values.start) + Number(values.seeds) - 1}`;
console.log(
  `${what}: ${counts.stories ?? 0} stories, ${failed} failed, ${Math.round(seconds)} s, ${((counts.stories ?? 0) / seconds).toFixed(1)} a second`,
);
process.exitCode = statuses.find((status) => status !== 0) ?? 0;

/** Runs one shard to its end, and returns its status. */
function run(shard) {
  const { seeds, start, exhaustive, only, every } = values;
  const args = ["scripts/run-ts.mjs", "test/simulation/simulate.ts", "--seeds", seeds, "--start", start];
  const more = [
    "--shard",
    String(shard),
    "--shards",
    String(shards),
    "--report",
    report,
    "--only",
    only,
    "--every",
    every,
  ];
  const all = [...args, ...more, ...(exhaustive ? ["--exhaustive"] : [])];
  return new Promise((resolve) => {
    // What a story leaves is garbage: with room for several, it is thrown away before anybody looks through it.
    spawn(process.execPath, ["--max-semi-space-size=64", ...all], { stdio: "inherit" }).on(
      "close",
      (status) => resolve(status ?? 1),
    );
  });
}
