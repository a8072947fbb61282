// `npm run bench:scale [-- --quick]`: a plan of many organizations, of which each differs by one call.
//
// A `docform serve --latency 100` counts the requests. The bound of the wall time is what the requests need when the
// window of requests is always full: requests × latency ÷ window. docs/explanation/scale.md has the formula.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { started } from "../started.ts";
import { type Usage, usageOf } from "../usage.ts";
import { printVerdicts, verdictOn } from "../verdicts.ts";
import { scaleProject } from "./project.ts";

const latency = 100;
/** Requests of a process in flight at most: src/client/window.ts. */
const window = 64;
const isQuick = process.argv.includes("--quick");
const [few, many] = isQuick ? [10, 40] : [40, 400];

const folder = mkdtempSync(join("node_modules", ".bench-scale-"));

interface Run extends Usage {
  readonly requests: number;
}

/** Plans a project of so many organizations by processes that run at the same time, on a fresh platform. */
async function planned(count: number, ...processes: readonly (readonly string[])[]): Promise<Run> {
  const { files, seed } = scaleProject(count);
  const project = resolve(folder, `${count}`);
  for (const [file, text] of Object.entries({ ...files, "seed.json": JSON.stringify(seed) })) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), text);
  }
  const serve = ["serve", "--port", "0", "--seed", join(project, "seed.json"), "--latency", String(latency)];
  const server = spawn(process.execPath, ["dist/cli.cjs", ...serve], { stdio: ["ignore", "pipe", "pipe"] });
  let requests = 0;
  createInterface({ input: server.stderr }).on("line", (line) => {
    if (JSON.parse(line).operation !== undefined) requests += 1;
  });
  try {
    const { url, token } = await started(server);
    const env = { DOCFORM_BASE_URL: url, DOCFORM_TOKEN: token };
    const all = processes.map((argv, at) =>
      usageOf(["dist/cli.cjs", "plan", "-C", project, ...argv], env, resolve(folder, `${at}.json`)),
    );
    const usages = await Promise.all(all);
    const most = (name: keyof Usage): number => Math.max(...usages.map((usage) => usage[name]));
    return { wall: most("wall"), peakMiB: most("peakMiB"), cpu: most("cpu"), requests };
  } finally {
    server.kill();
  }
}

function print(what: string, { requests, wall, cpu, peakMiB }: Run): void {
  const cells = [requests, (requests * latency) / window, wall, cpu, peakMiB];
  console.log(what.padEnd(44), ...cells.map((cell) => cell.toFixed(0).padStart(9)));
}

try {
  console.log(
    "".padEnd(44),
    ...["requests", "bound ms", "wall ms", "CPU ms", "peak MiB"].map((name) => name.padStart(9)),
  );
  const one = await planned(many, ["--target", "o1"]);
  print(`one of ${many}`, one);
  const some = await planned(few, ["--parallel", "8"]);
  print(`${few}, 8 at the same time`, some);
  const all = await planned(many, ["--parallel", "8"]);
  print(`${many}, 8 at the same time`, all);
  print(`${many}, 32 at the same time`, await planned(many, ["--parallel", "32"]));
  for (const count of [2, 4]) {
    const shards = Array.from({ length: count }, (_, at) => [
      "--parallel",
      "8",
      "--shard",
      `${at + 1}/${count}`,
    ]);
    print(`${many}, ${count} processes by --shard`, await planned(many, ...shards));
  }
  const verdicts = [
    verdictOn("requests of one, multiple of its share", one.requests / (all.requests / many), 1),
    verdictOn(`peak at ${many}, multiple of that at ${few}`, all.peakMiB / some.peakMiB, 1.3),
  ];
  console.log();
  printVerdicts(verdicts);
  process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
