// `npm run bench:plan [-- --json] [-- --quick]`: what planning costs. Every figure is CPU time (all threads, user and
// system) of a fresh process, the median of rounds in which the sizes alternate, so that a busy machine counts little.
//
// Measured is the real pipeline on a generated project (project.ts), whose files are in memory and whose answers were
// taken from the embedded platform by the real client beforehand (fixture.ts), so that no HTTP is in it:
//   load    loadProject, without YAML: the CPU time of parsing the same texts with `parseAllDocuments` of the `yaml`
//           package, in a fresh process of its own right before, is subtracted. Turning its nodes into our trees counts
//           as ours. Subtracted round by round, before the median: the machine is faster in some minutes than in others.
//   read    readLive from answers that are parsed JSON: with matching, but without requests and JSON.parse.
//   plan    plan(): matching, diff, order, document, digest. The slow hash for hidden values is replaced by a fast one;
//           these projects have no changed hidden value.
//   render  renderPlanText.
//   total   their sum: all time outside YAML parsing and HTTP.
//   main    the part of total that the main thread needs (Linux): the rest is V8's compiler and collector on threads of
//           their own. It is what one waits for on an idle machine with a second core; wall time of a busy one tells less.
//   peak    most memory of the process, with the project's texts, the YAML parse and all answers in it.
// Start-up of Node and loading the code is in none of them; compiling it while it runs is in all of them. A pipeline plans
// once in a process, so no run is warmed up by one before it.
// Bounds: `total` of 10,000 equal resources as a share of what the `yaml` package takes for their manifests in the same
// runs, the slope of log CPU over log size (least squares) of load, plan and total, and the peak of 100,000 equal ones.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { medianFigure, printVerdicts, slopeOf, type Verdict, verdictOn } from "../verdicts.ts";
import type { Figures } from "./measure.ts";
import { type Variant, variants } from "./project.ts";

const bounds = { ofYaml: 0.6, slope: 1.1, peakMiB: 600 } as const;
const boundedSize = 10_000;
const isQuick = process.argv.includes("--quick");
const sizes = isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
/** Runs of a case: each run scatters by a tenth, and one of 100,000 resources takes long. */
function roundsOf(one: Case): number {
  if (one.size > boundedSize) return 1;
  return isBounded(one) ? 7 : 3;
}

interface Case {
  readonly size: number;
  readonly variant: Variant;
}

function isBounded({ size, variant }: Case): boolean {
  return size === boundedSize && variant === "equal";
}

/** Milliseconds of each part, counts, and bytes: each the median of the runs. */
interface Row extends Case {
  readonly yaml: number;
  readonly load: number;
  readonly read: number;
  readonly plan: number;
  readonly render: number;
  readonly total: number;
  readonly main: number;
  readonly resources: number;
  readonly changes: number;
  readonly calls: number;
  readonly bytes: number;
}

// In the project, so that the packages are found from it.
const folder = mkdtempSync(join("node_modules", ".bench-plan-"));

function run(script: string, ...args: readonly string[]): string {
  const file = join(folder, `${script}.mjs`);
  return execFileSync(process.execPath, [file, ...args], { encoding: "utf8" });
}

function measure(...args: readonly string[]): Figures {
  return JSON.parse(run("measure", ...args)) as Figures;
}

function fixtureFile({ size, variant }: Case): string {
  return join(folder, `${size}-${variant}.json`);
}

/** Runs every case, round after round. */
function measureAll(cases: readonly Case[]): ReadonlyMap<Case, readonly Figures[]> {
  const all = new Map<Case, Figures[]>(cases.map((one) => [one, []]));
  const rounds = Math.max(...cases.map(roundsOf));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of cases.filter((each) => round < roundsOf(each))) {
      const file = fixtureFile(one);
      all.get(one)?.push({ ...measure("yaml", file), ...measure("plan", file) });
    }
  }
  return all;
}

function sumOf(figures: Figures, parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + (figures[part] ?? Number.NaN), 0);
}

function rowOf(one: Case, figures: readonly Figures[]): Row {
  const of = (part: string): number => medianFigure(figures.map((each) => sumOf(each, [part])));
  const without = (yaml: string, ...parts: readonly string[]): number =>
    medianFigure(figures.map((each) => sumOf(each, parts) - sumOf(each, [yaml])));
  return {
    ...one,
    yaml: of("yaml"),
    load: without("yaml", "load"),
    read: of("read"),
    plan: of("plan"),
    render: of("render"),
    total: without("yaml", "load", "read", "plan", "render"),
    main: without("yamlMain", "loadMain", "readMain", "planMain", "renderMain"),
    resources: of("resources"),
    changes: of("changes"),
    calls: of("calls"),
    bytes: of("bytes"),
  };
}

function verdictsOn(rows: readonly Row[]): readonly Verdict[] {
  const bounded = rows.find(isBounded);
  const largest = rows.find(({ size, variant }) => size > boundedSize && variant === "equal");
  const slopes = variants.flatMap((variant) => {
    const those = rows.filter((row) => row.variant === variant);
    return (["load", "plan", "total"] as const).map((part) => {
      const slope = slopeOf(those.map((row) => [row.resources, row[part]]));
      return verdictOn(`slope of ${part}, ${variant}`, slope, bounds.slope);
    });
  });
  return [
    verdictOn(
      `of the time of yaml, ${boundedSize} equal`,
      bounded === undefined ? Number.NaN : bounded.total / bounded.yaml,
      bounds.ofYaml,
    ),
    ...slopes,
    ...(largest === undefined
      ? []
      : [verdictOn(`MiB at most, ${largest.size} equal`, largest.bytes / 2 ** 20, bounds.peakMiB)]),
  ];
}

function printTable(rows: readonly Row[], verdicts: readonly Verdict[]): void {
  const head = [
    "resources",
    "variant",
    "changes",
    "calls",
    "yaml ms",
    "load ms",
    "read ms",
    "plan ms",
    "render ms",
    "total ms",
    "main ms",
    "peak MiB",
  ];
  const cells = rows.map((row) => [
    ...[row.resources, row.variant, row.changes, row.calls].map(String),
    ...[row.yaml, row.load, row.read, row.plan, row.render, row.total, row.main].map((value) =>
      value.toFixed(0),
    ),
    (row.bytes / 2 ** 20).toFixed(0),
  ]);
  for (const line of [head, ...cells]) console.log(line.map((cell) => cell.padStart(9)).join("  "));
  console.log();
  printVerdicts(verdicts);
}

try {
  const entryPoints = ["fixture", "measure"].map((name) => join("bench", "plan", `${name}.ts`));
  const format = {
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    target: "node20",
  } as const;
  await build({
    entryPoints,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
    ...format,
  });
  const cases = sizes.flatMap((size) => variants.map((variant): Case => ({ size, variant })));
  for (const one of cases) run("fixture", String(one.size), one.variant, fixtureFile(one));
  const figures = measureAll(cases);
  const rows = cases.map((one) => rowOf(one, figures.get(one) ?? []));
  const verdicts = verdictsOn(rows);
  if (process.argv.includes("--json")) console.log(JSON.stringify({ rows, verdicts }, undefined, 2));
  else printTable(rows, verdicts);
  process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
