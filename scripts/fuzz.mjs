#!/usr/bin/env node
// npm run fuzz -- --runs 50000 [--seed 1] [--shards 2]: validates that many projects, each made from a scenario or an
// example by changes of its bytes, lines and structure, docform.yaml included. None may crash, take over 2 s, or end
// with neither success nor a diagnostic. A seed and a commit replay a failure exactly. Ends with how often each code
// was told.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    shards: { type: "string", default: "1" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
const report = join(folder, "report");
const shards = Math.max(1, Math.floor(Number(values.shards)));
const begun = Date.now();
const statuses = await Promise.all(Array.from({ length: shards }, (_, shard) => run(shard)));
const lines = existsSync(report) ? readFileSync(report, "utf8").trim().split("\n") : [];
const parts = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
rmSync(folder, { recursive: true });

const codes = {};
for (const part of parts)
  for (const [code, count] of Object.entries(part.codes)) codes[code] = (codes[code] ?? 0) + count;
for (const code of Object.keys(codes).sort()) console.log(`${String(codes[code]).padStart(9)}  ${code}`);
const sum = (field) => parts.reduce((all, part) => all + part[field], 0);
const slowest = parts.map((part) => part.slowest).sort((a, b) => b.milliseconds - a.milliseconds)[0];
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(
  `${values.runs} mutants from seed ${values.seed}: ${sum("failed")} failed, ${sum("valid")} without a diagnostic, ${seconds} s; the slowest took ${Math.round(slowest?.milliseconds ?? 0)} ms (seed ${slowest?.seed})`,
);
process.exitCode = statuses.find((status) => status !== 0) ?? 0;

/** Runs one shard to its end, and returns its status. */
function run(shard) {
  const args = ["scripts/run-ts.mjs", "test/fuzz/fuzz.ts", "--runs", values.runs, "--seed", values.seed];
  const more = ["--shard", String(shard), "--shards", String(shards), "--report", report];
  return new Promise((resolve) => {
    spawn(process.execPath, [...args, ...more], { stdio: "inherit" }).on("close", (status) =>
      resolve(status ?? 1),
    );
  });
}
