#!/usr/bin/env node
// npm run laws -- --runs 5000 [--seed 42] [--only "law 1"] [--path 12:0] [--shards 2], npm run model -- --runs 5000:
// holds properties against more cases than npm test does, new ones each time. The first argument is where the
// properties are. With shards, so many processes run at a time, each with its part of the cases and a seed of its own:
// the given one, the next one, … Ends with a line for each law (how many cases, with which seeds, in what time; the
// model of the platform tells none), and with the command that holds the same cases again.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { runShards, shardCount } from "./shards.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    path: { type: "string" },
    only: { type: "string" },
    shards: { type: "string", default: "1" },
  },
});
const shards = shardCount(values.shards);
const runs = Math.ceil(Number(values.runs) / shards);
const only = values.only === undefined ? [] : ["-t", values.only.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")];
const { reports, status } = await runShards(shards, commandOf);
const names = [...new Set(reports.map(({ name }) => name))].sort(byNumber);
for (const name of names) console.log(summary(reports.filter((report) => report.name === name)));
console.log(`again: ${again()}`);
process.exitCode = status;

/** The command line of this run, with its seed. Not as an npm script: each of those is for some properties only. */
function again() {
  const options = [`--runs ${values.runs}`, `--seed ${values.seed}`];
  if (shards > 1) options.push(`--shards ${shards}`);
  if (values.path !== undefined) options.push(`--path ${values.path}`);
  if (values.only !== undefined) options.push(`--only ${JSON.stringify(values.only)}`);
  return ["node scripts/properties.mjs", ...positionals, ...options].join(" ");
}

/** One shard, with a seed of its own. A process for each file, so that its CPU can be told. */
function commandOf(shard, report) {
  const seed = String(Number(values.seed) + shard);
  const env = { DEEP: "1", LAW_RUNS: String(runs), LAW_SEED: seed, LAW_REPORT: report };
  if (values.path !== undefined) env.LAW_PATH = values.path;
  const workers = ["--pool=forks", ...(shards > 1 ? ["--maxWorkers=1"] : [])];
  const args = ["vitest", "run", ...positionals, ...workers, ...only];
  return { command: "npx", args, env };
}

/** The line of a law, of what its shards told. */
function summary(parts) {
  const sum = (field) => parts.reduce((all, part) => all + part[field], 0);
  const seeds = parts.map(({ seed }) => seed).sort((a, b) => a - b);
  const seconds = Math.round(Math.max(...parts.map(({ milliseconds }) => milliseconds)) / 1000);
  const perCase = (sum("cpu") / sum("numRuns")).toFixed(1);
  const seed = `seed${seeds.length > 1 ? "s" : ""} ${seeds.join(", ")}`;
  return `${sum("numRuns")} cases, ${seed}, ${seconds} s, ${perCase} ms of CPU each: ${parts[0].name}`;
}

function byNumber(a, b) {
  return a.localeCompare(b, "en", { numeric: true });
}
