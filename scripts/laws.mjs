#!/usr/bin/env node
// npm run laws -- --runs 5000 [--seed 42]: holds the laws of test/laws against more cases, new ones each time.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string" } },
});
const env = {
  ...process.env,
  LAW_RUNS: values.runs,
  ...(values.seed === undefined ? {} : { LAW_SEED: values.seed }),
};
const timeout = `--testTimeout=${Math.max(60_000, Number(values.runs) * 200)}`;
const { status } = spawnSync("npx", ["vitest", "run", "test/laws", timeout], { stdio: "inherit", env });
process.exitCode = status ?? 1;
