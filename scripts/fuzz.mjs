#!/usr/bin/env node
// npm run fuzz -- --runs 50000 [--seed 1] [--shards 2]: validates that many projects, each made from a scenario or an
// example by changes of its bytes, lines and structure, docform.yaml included. None may crash, take over 2 s, or end
// with neither success nor a diagnostic. A seed and a commit replay a failure exactly. Ends with how often each code
// was told.
import { parseArgs } from "node:util";
import { printCounts, runShards, shardCount } from "./shards.mjs";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    shards: { type: "string", default: "1" },
  },
});
const shards = shardCount(values.shards);
const { reports, status, seconds } = await runShards(shards, (shard, report) => {
  const args = ["scripts/run-ts.mjs", "test/fuzz/fuzz.ts", "--runs", values.runs, "--seed", values.seed];
  const part = ["--shard", String(shard), "--shards", String(shards), "--report", report];
  return { command: process.execPath, args: [...args, ...part] };
});

printCounts(reports.map(({ codes }) => codes));
const sum = (field) => reports.reduce((all, part) => all + part[field], 0);
const slowest = reports.map((part) => part.slowest).sort((a, b) => b.milliseconds - a.milliseconds)[0];
console.log(
  `${values.runs} mutants from seed ${values.seed}: ${sum("failed")} failed, ${sum("valid")} without a diagnostic, ${Math.round(seconds)} s; the slowest took ${Math.round(slowest?.milliseconds ?? 0)} ms (seed ${slowest?.seed})`,
);
process.exitCode = status;
