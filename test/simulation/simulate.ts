import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { editions } from "../../src/contract/edition.ts";
import { exhaustiveScenarios } from "./exhaustive.ts";
import { renderFailure, runAll } from "./run-seeds.ts";
import { drawScenario, type Scenario } from "./scenario.ts";

// Holds the invariants for many seeds, or for every fault at every call: what scripts/simulate.mjs starts, once for
// each shard. Of every n-th scenario, it takes those of its own number.
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    start: { type: "string", default: "1" },
    shard: { type: "string", default: "0" },
    shards: { type: "string", default: "1" },
    exhaustive: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    every: { type: "string", default: "1" },
    api: { type: "string", default: "reference" },
    report: { type: "string" },
  },
});
const [seeds, start, shard, shards] = [values.seeds, values.start, values.shard, values.shards].map(Number);
const edition = editions.find((one) => one === values.api) ?? fail(values.api);
const every = Math.max(1, Math.floor(Number(values.every)));

function fail(api: string): never {
  throw new Error(`--api ${api}: one of ${editions.join(", ")} is awaited`);
}

function* drawn(): Generator<Scenario> {
  for (let seed = start ?? 1; seed < (start ?? 1) + (seeds ?? 0); seed++) yield drawScenario(seed, edition);
}

async function* ofShard(all: Iterable<Scenario> | AsyncIterable<Scenario>): AsyncGenerator<Scenario> {
  let number = 0;
  for await (const scenario of all) {
    if (!scenario.name.includes(values.only)) continue;
    const place = number++ / every;
    if (Number.isInteger(place) && place % (shards ?? 1) === shard) yield scenario;
  }
}

const { failures, counts } = await runAll(ofShard(values.exhaustive ? exhaustiveScenarios() : drawn()));
for (const failure of failures) console.log(`${renderFailure(failure)}\n`);
const report = { counts: Object.fromEntries(counts), failed: failures.length };
if (values.report !== undefined) appendFileSync(values.report, `${JSON.stringify(report)}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
