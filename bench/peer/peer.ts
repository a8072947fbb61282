// `npm run bench:peer [-- --quick]`: an apply by docform beside a plain script on the published client (`@gitbook/api`),
// which does the same work. A tenth of the resources differ, each by one call.
//
// Each runs in a process of its own, on a fresh `docform serve --latency 100`, which counts the requests. Wall and CPU
// time include the start of Node. The script reads the lists, compares, and writes eight calls at once: it plans no order, holds nothing,
// keeps no journal, and does not look whether the platform took what it sent.
//
// Bounds are multiples of the script at the largest size.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { started } from "../started.ts";
import { usageOf } from "../usage.ts";
import { printVerdicts, verdictOn } from "../verdicts.ts";
import { peerProject } from "./project.ts";

const latency = 100;
const sizes = process.argv.includes("--quick") ? [1000] : [1000, 10_000];
const bounds = { requests: 1.35, wall: 0.7, cpu: 1.5, peakMiB: 1.6 } as const;
const names = { requests: "requests", wall: "wall ms", cpu: "CPU ms", peakMiB: "peak MiB" } as const;
const figures = Object.keys(bounds) as readonly (keyof typeof bounds)[];

type Figures = Readonly<Record<keyof typeof bounds, number>>;

// In the project, so that the script finds its package.
const folder = mkdtempSync(join("node_modules", ".bench-peer-"));

function write(file: string, text: string): string {
  const path = resolve(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Runs a command line of Node on a fresh platform: what it took. Fails when it does not make each change by one call. */
async function measure(seed: string, changes: number, argv: readonly string[]): Promise<Figures> {
  const serve = ["dist/cli.cjs", "serve", "--port", "0", "--seed", seed, "--latency", String(latency)];
  const server = spawn(process.execPath, serve, { stdio: ["ignore", "pipe", "pipe"] });
  const requests: { readonly mutates: boolean }[] = [];
  createInterface({ input: server.stderr }).on("line", (line) => {
    const said = JSON.parse(line);
    if (said.operation !== undefined) requests.push(said);
  });
  try {
    const { url, token } = await started(server);
    const env = { DOCFORM_BASE_URL: url, DOCFORM_TOKEN: token };
    const usage = await usageOf(argv, env, resolve(folder, "usage.json"));
    const written = requests.filter(({ mutates }) => mutates).length;
    if (written !== changes) throw new Error(`${argv.join(" ")}: ${written} writes for ${changes} changes`);
    return { ...usage, requests: requests.length };
  } finally {
    server.kill();
  }
}

/** Both on one size; prints a table of the figures, and returns what docform took as multiples of the script. */
async function compare(size: number): Promise<Figures> {
  const { files, wanted, seed, changes } = peerProject(size);
  const seedFile = write(`${size}/seed.json`, JSON.stringify(seed));
  const wantedFile = write(`${size}/wanted.json`, JSON.stringify(wanted));
  for (const [file, text] of Object.entries(files)) write(`${size}/project/${file}`, text);
  const script = await measure(seedFile, changes, ["bench/peer/plain-script.mjs", wantedFile]);
  const project = resolve(folder, `${size}/project`);
  const docform = await measure(seedFile, changes, ["dist/cli.cjs", "apply", "--yes", "-C", project]);
  const ratios = Object.fromEntries(figures.map((name) => [name, docform[name] / script[name]])) as Figures;
  console.log(`${size} resources, ${changes} changes, ${latency} ms`.padEnd(44), "   script   docform");
  for (const name of figures) {
    const cells = [script[name], docform[name]].map((value) => value.toFixed(0).padStart(9));
    console.log(`  ${names[name].padEnd(42)} ${cells.join(" ")}   ${ratios[name].toFixed(2)} x`);
  }
  return ratios;
}

try {
  let last: Figures | undefined;
  for (const size of sizes) last = await compare(size);
  const size = sizes.at(-1) ?? 0;
  const verdicts = figures.map((name) =>
    verdictOn(`${names[name]}, multiple of the script, ${size}`, last?.[name] ?? Number.NaN, bounds[name]),
  );
  console.log();
  printVerdicts(verdicts);
  process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
