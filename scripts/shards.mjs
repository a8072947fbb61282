// Runs a deep run in several processes at a time, each with its part of the cases, and gathers what they report.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How many shards an option asks for: at least one. */
export function shardCount(text) {
  return Math.max(1, Math.floor(Number(text)));
}

/**
 * Runs all shards to their end. `commandOf(shard, report)` is what starts one: { command, args, env? }; a shard appends
 * lines of JSON to the report. Returns those, the first status that is not 0 (else 0), and the seconds that it took.
 */
export async function runShards(shards, commandOf) {
  const folder = mkdtempSync(join(tmpdir(), "shards-"));
  const report = join(folder, "report");
  const begun = Date.now();
  const statuses = await Promise.all(
    Array.from({ length: shards }, (_, shard) => ended(commandOf(shard, report))),
  );
  const lines = existsSync(report) ? readFileSync(report, "utf8").trim().split("\n") : [];
  rmSync(folder, { recursive: true });
  return {
    reports: lines.filter((line) => line !== "").map((line) => JSON.parse(line)),
    status: statuses.find((status) => status !== 0) ?? 0,
    seconds: (Date.now() - begun) / 1000,
  };
}

/** Prints how often each thing was counted by all shards together, by name; returns the sums. */
export function printCounts(counts) {
  const sums = {};
  for (const part of counts)
    for (const [name, count] of Object.entries(part)) sums[name] = (sums[name] ?? 0) + count;
  for (const name of Object.keys(sums).sort()) console.log(`${String(sums[name]).padStart(9)}  ${name}`);
  return sums;
}

function ended({ command, args, env = {} }) {
  return new Promise((resolve) => {
    spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } }).on("close", (status) =>
      resolve(status ?? 1),
    );
  });
}
