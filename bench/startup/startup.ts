// `npm run bench:startup [-- --json]`: what a command takes as a multiple of `node -e 0`, as one waits for it. Every case runs
// 20 times, in turn with the others, so that a machine that is busy for a while slows all of them; figures are medians of
// wall time, and of the multiples of each round. CPU beside it is user and system time of the processes (Linux), the mean of the same runs: it says more on a
// busy machine, and less of what one waits for, since V8 compiles and collects on threads of its own.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { medianFigure } from "../verdicts.ts";

const rounds = 20;
const cli = "dist/cli.cjs";
const project = mkdtempSync(join(tmpdir(), "docform-startup-"));

/** A command line of Node, and the multiple of the first that it may take. */
interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly most: number;
}

const cases: readonly Case[] = [
  { name: "node -e 0", args: ["-e", "0"], most: 1 },
  { name: "--version", args: [cli, "--version"], most: 2 },
  { name: "--help", args: [cli, "--help"], most: 2 },
  { name: "completion bash", args: [cli, "completion", "bash"], most: 2 },
  { name: "completion of an option", args: [cli, "__complete", "--", "plan", "--form"], most: 2 },
  { name: "validate", args: [cli, "validate", "-C", project], most: 4 },
];

/** A project of one page: two files. */
function writeProject(): void {
  mkdirSync(join(project, "manifests"));
  writeFileSync(join(project, "docform.yaml"), "organizations: { acme: { id: org_acme } }\n");
  const spaces = Array.from({ length: 20 }, (_, at) => `  space-${at}: { title: Space ${at} }\n`);
  writeFileSync(join(project, "manifests", "spaces.yaml"), `organization: acme\nspaces:\n${spaces.join("")}`);
}

/** Clock ticks of processes that have ended, which only Linux tells: a hundred a second. */
function childTicks(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[13]) + Number(fields[14]);
  } catch {
    return Number.NaN;
  }
}

interface Figures {
  readonly wall: number[];
  ticks: number;
}

function run({ args, name }: Case, figures: Figures): void {
  const [ticks, start] = [childTicks(), performance.now()];
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  figures.wall.push(performance.now() - start);
  figures.ticks += childTicks() - ticks;
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
}

try {
  writeProject();
  const all = cases.map((): Figures => ({ wall: [], ticks: 0 }));
  for (let round = 0; round < rounds; round += 1)
    for (const [at, one] of cases.entries()) run(one, all[at] as Figures);
  const bare = all[0]?.wall ?? [];
  const rows = cases.map(({ name, most }, at) => {
    const { wall, ticks } = all[at] as Figures;
    const multiple = medianFigure(wall.map((one, round) => one / (bare[round] ?? Number.NaN)));
    return {
      name,
      wallMs: medianFigure(wall),
      cpuMs: (ticks * 10) / rounds,
      multiple,
      most,
      holds: multiple <= most,
    };
  });
  if (process.argv.includes("--json")) console.log(JSON.stringify(rows, undefined, 2));
  else {
    console.log(`${"".padEnd(26)}wall ms   CPU ms  of node   at most`);
    for (const { name, wallMs, cpuMs, multiple, most, holds } of rows) {
      const cells = [wallMs.toFixed(0), cpuMs.toFixed(0), multiple.toFixed(2), String(most)].map((cell) =>
        cell.padStart(7),
      );
      console.log(`${name.padEnd(26)}${cells.join("  ")}   ${holds ? "ok" : "TOO MUCH"}`);
    }
  }
  process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;
} finally {
  rmSync(project, { recursive: true, force: true });
}
