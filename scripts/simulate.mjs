#!/usr/bin/env node
// npm run simulate -- --seeds 20000 --start 1 [--api gitbook] [--shards 2] [--exhaustive [--only NAME]] [--every N]: runs the whole tool
// under a seeded scheduler with a virtual clock, faults and crashes, and holds the invariants of test/simulation after
// every run. With shards, so many processes run at a time, each with its part of the seeds. A seed and a commit replay
// a failure exactly. Ends with how often each thing went wrong.
import { parseArgs } from "node:util";
import { printCounts, runShards, shardCount } from "./shards.mjs";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    start: { type: "string", default: "1" },
    shards: { type: "string", default: "1" },
    exhaustive: { type: "boolean", default: false },
    api: { type: "string", default: "reference" },
    only: { type: "string", default: "" },
    every: { type: "string", default: "1" },
  },
});
const { seeds, start, api, exhaustive, only, every } = values;
const shards = shardCount(values.shards);
const { reports, status, seconds } = await runShards(shards, (shard, report) => {
  // A story leaves garbage: with room for several, it is thrown away unseen.
  const script = ["--max-semi-space-size=64", "scripts/run-ts.mjs", "test/simulation/simulate.ts"];
  const which = ["--seeds", seeds, "--start", start, "--api", api, "--only", only, "--every", every];
  const part = ["--shard", String(shard), "--shards", String(shards), "--report", report];
  return {
    command: process.execPath,
    args: [...script, ...which, ...part, ...(exhaustive ? ["--exhaustive"] : [])],
  };
});

const { stories = 0 } = printCounts(reports.map(({ counts }) => counts));
const failed = reports.reduce((sum, part) => sum + part.failed, 0);
const what = exhaustive ? "exhaustive" : `${api}, seeds ${start} to ${Number(start) + Number(seeds) - 1}`;
console.log(
  `${what}: ${stories} stories, ${failed} failed, ${Math.round(seconds)} s, ${(stories / seconds).toFixed(1)} a second`,
);
process.exitCode = status;
