import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readCorpus } from "./corpus.ts";
import { renderFailure, tryMutants } from "./try-mutants.ts";

// Validates mutated projects: what scripts/fuzz.mjs starts, once for each shard. Takes every n-th seed, from its own on.
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    shard: { type: "string", default: "0" },
    shards: { type: "string", default: "1" },
    report: { type: "string" },
  },
});
const [runs = 0, first = 1, shard = 0, shards = 1] = [
  values.runs,
  values.seed,
  values.shard,
  values.shards,
].map(Number);

function* seeds(): Generator<number> {
  for (let at = shard; at < runs; at += shards) yield first + at;
}

/** Milliseconds of CPU time that no case takes on any machine, unless its time grows as a power of its size. */
const most = 20_000;
const { failures, valid, codes, slowest } = await tryMutants(readCorpus(process.cwd()), seeds(), most);
for (const failure of failures) console.log(`${renderFailure(failure)}\n`);
const report = { failed: failures.length, valid, codes: Object.fromEntries(codes), slowest };
if (values.report !== undefined) appendFileSync(values.report, `${JSON.stringify(report)}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
