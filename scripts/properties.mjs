#!/usr/bin/env node
// npm run laws -- --runs 5000 [--seed 42], npm run model -- --runs 5000: holds properties against more cases than
// npm test does, new ones each time. The first argument is where the properties are.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string" } },
});
const env = {
  ...process.env,
  LAW_RUNS: values.runs,
  ...(values.seed === undefined ? {} : { LAW_SEED: values.seed }),
};
const timeout = `--testTimeout=${Math.max(60_000, Number(values.runs) * 200)}`;
const { status } = spawnSync("npx", ["vitest", "run", ...positionals, timeout], { stdio: "inherit", env });
process.exitCode = status ?? 1;
