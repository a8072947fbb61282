#!/usr/bin/env node
// npm run laws -- --runs 5000 [--seed 42] [--only "law 1"] [--path 12:0], npm run model -- --runs 5000: holds properties
// against more cases than npm test does, new ones each time. The first argument is where the properties are. Ends with
// a line for each law: how many cases, with which seed, in what time.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    path: { type: "string" },
    only: { type: "string" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "laws-"));
const LAW_REPORT = join(folder, "report");
const env = { ...process.env, LAW_RUNS: values.runs, LAW_SEED: values.seed, LAW_REPORT };
if (values.path !== undefined) env.LAW_PATH = values.path;
const timeout = `--testTimeout=${Math.max(60_000, Number(values.runs) * 400)}`;
const only = values.only === undefined ? [] : ["-t", values.only.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")];
const { status } = spawnSync("npx", ["vitest", "run", ...positionals, timeout, ...only], {
  stdio: "inherit",
  env,
});
const lines = existsSync(LAW_REPORT) ? readFileSync(LAW_REPORT, "utf8").trim().split("\n") : [];
const reports = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
for (const { name, numRuns, seed, milliseconds } of reports.sort((a, b) => byNumber(a.name, b.name)))
  console.log(`${numRuns} cases, seed ${seed}, ${Math.round(milliseconds / 1000)} s: ${name}`);
console.log(`again: npm run laws -- --runs ${values.runs} --seed ${values.seed}`);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;

function byNumber(a, b) {
  return a.localeCompare(b, "en", { numeric: true });
}
