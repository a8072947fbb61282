// `npm run bench:plan [-- --json] [-- --quick]`: what planning costs. Every figure is CPU time (all threads, user and
// system) of a fresh process, so that a busy machine counts little.
//
// The real pipeline plans a generated project (project.ts). Its files are in memory. Its answers were taken from the
// embedded platform by the real client beforehand (fixture.ts), so that no HTTP is in a figure.
//   yaml    `parseAllDocuments` of the `yaml` package for the same texts, in a process of its own right before.
//   load    loadProject, which parses the same texts with the same package.
//   read    readLive from answers that are parsed JSON.
//   plan    plan(): match, diff, order, document, digest. A fast hash stands for the slow one of hidden values.
//   render  renderPlanText.
//   total   their sum without `yaml`: all time outside HTTP.
//   peak    most memory of the process, with the project's texts, the YAML parse and all answers in it.
// Start-up of Node is in none of them; compiling the code while it runs is in all.
//
// `of yaml` is `total` as a multiple of `yaml`, both of all rounds together.
// Bounds: that multiple of 10,000 equal ones; the slope of log (total - yaml) over log size, between the sizes of a variant; the
// peak of 100,000 equal ones. Sizes below those would hide a slope: there V8 compiles, mostly.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { medianFigure, printVerdicts, slopeOf, type Verdict, verdictOn } from "../verdicts.ts";
import type { Figures } from "./measure.ts";
import type { Variant } from "./project.ts";

const bounds = { ofYaml: 2, slope: 1.1, peakMiB: 600 } as const;

/** A project of a size that is planned in some rounds. A process of a single round scatters by a tenth. */
interface Case {
  readonly size: number;
  readonly variant: Variant;
  readonly rounds: number;
}

const [equal, largest]: readonly [Case, Case] = [
  { size: 10_000, variant: "equal", rounds: 15 },
  { size: 100_000, variant: "equal", rounds: 1 },
];
const both = ["changed", "new"] as const satisfies readonly Variant[];
const quick: readonly Case[] = [
  { ...equal, rounds: 5 },
  ...both.flatMap((variant): Case[] => [
    { size: 1_000, variant, rounds: 1 },
    { size: 10_000, variant, rounds: 1 },
  ]),
];
const full: readonly Case[] = [
  equal,
  largest,
  ...both.flatMap((variant): Case[] => [
    { size: 3_000, variant, rounds: 3 },
    { size: 30_000, variant, rounds: 1 },
  ]),
];
const cases = process.argv.includes("--quick") ? quick : full;

/** Milliseconds of each part, counts, and bytes: each the median of the rounds. The multiple is that of their sums. */
interface Row extends Omit<Case, "rounds"> {
  readonly resources: number;
  readonly changes: number;
  readonly calls: number;
  readonly yaml: number;
  readonly load: number;
  readonly read: number;
  readonly plan: number;
  readonly render: number;
  readonly total: number;
  /** The total without what YAML alone takes, of the same round. */
  readonly beyondYaml: number;
  readonly ofYaml: number;
  readonly peakMiB: number;
}

// In the project, so that the packages are found from it.
const folder = mkdtempSync(join("node_modules", ".bench-plan-"));

function measure(...args: readonly string[]): Figures {
  const script = join(folder, "measure.mjs");
  return JSON.parse(execFileSync(process.execPath, [script, ...args], { encoding: "utf8" })) as Figures;
}

function fixtureFile({ size, variant }: Case): string {
  return join(folder, `${size}-${variant}.json`);
}

/** Builds what is run, and then writes the projects, two at once: nothing is measured meanwhile. */
async function prepare(): Promise<void> {
  await build({
    entryPoints: ["fixture", "measure"].map((name) => join("bench", "plan", `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    target: "node20",
  });
  const waiting = [...cases].sort((a, b) => b.size - a.size);
  const writeAll = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const args = [String(one.size), one.variant, fixtureFile(one)];
      await promisify(execFile)(process.execPath, [join(folder, "fixture.mjs"), ...args]);
    }
  };
  await Promise.all([writeAll(), writeAll()]);
}

/** Runs every case, round after round. */
function measureAll(): readonly Row[] {
  const all = new Map<Case, Figures[]>(cases.map((one) => [one, []]));
  for (let round = 0; round < equal.rounds; round += 1) {
    for (const [one, figures] of all) {
      if (round >= one.rounds) continue;
      const file = fixtureFile(one);
      figures.push({ ...measure("yaml", file), ...measure("plan", file) });
    }
  }
  return [...all].map(([one, figures]) => rowOf(one, figures));
}

function rowOf({ size, variant }: Case, rounds: readonly Figures[]): Row {
  const of = (tell: (part: (name: string) => number) => number): number =>
    medianFigure(rounds.map((figures) => tell((name) => figures[name] ?? Number.NaN)));
  const named = (name: string): number => of((part) => part(name));
  const total = (part: (name: string) => number): number =>
    part("load") + part("read") + part("plan") + part("render");
  // A multiple of each round would scatter twice.
  const sum = (name: string): number =>
    rounds.reduce((all, figures) => all + (figures[name] ?? Number.NaN), 0);
  return {
    size,
    variant,
    resources: named("resources"),
    changes: named("changes"),
    calls: named("calls"),
    yaml: named("yaml"),
    load: named("load"),
    read: named("read"),
    plan: named("plan"),
    render: named("render"),
    total: of(total),
    beyondYaml: of((part) => total(part) - part("yaml")),
    ofYaml: total(sum) / sum("yaml"),
    peakMiB: named("bytes") / 2 ** 20,
  };
}

function verdictsOn(rows: readonly Row[]): readonly Verdict[] {
  const rowOfCase = ({ size, variant }: Case): Row | undefined =>
    rows.find((row) => row.size === size && row.variant === variant);
  const slopes = [...new Set(rows.map(({ variant }) => variant))].flatMap((variant) => {
    const those = rows.filter((row) => row.variant === variant);
    if (those.length < 2) return [];
    const slope = slopeOf(those.map(({ resources, beyondYaml }) => [resources, beyondYaml]));
    return [verdictOn(`slope, ${variant}`, slope, bounds.slope)];
  });
  const peak = rowOfCase(largest)?.peakMiB;
  const ofYaml = rowOfCase(equal)?.ofYaml ?? Number.NaN;
  return [
    verdictOn(`multiple of YAML alone, ${equal.size} equal`, ofYaml, bounds.ofYaml),
    ...slopes,
    ...(peak === undefined ? [] : [verdictOn(`peak MiB, ${largest.size} equal`, peak, bounds.peakMiB)]),
  ];
}

function printTable(rows: readonly Row[]): void {
  const parts = ["yaml", "load", "read", "plan", "render", "total"] as const;
  const head = [
    ...["resources", "variant", "changes", "calls"],
    ...parts.map((part) => `${part} ms`),
    "of yaml",
    "peak MiB",
  ];
  const cells = rows.map((row) => [
    ...[row.resources, row.variant, row.changes, row.calls].map(String),
    ...parts.map((part) => row[part].toFixed(0)),
    row.ofYaml.toFixed(2),
    row.peakMiB.toFixed(0),
  ]);
  for (const line of [head, ...cells]) console.log(line.map((cell) => cell.padStart(9)).join("  "));
  console.log();
}

try {
  await prepare();
  const rows = measureAll();
  const verdicts = verdictsOn(rows);
  if (process.argv.includes("--json")) console.log(JSON.stringify({ rows, verdicts }, undefined, 2));
  else {
    printTable(rows);
    printVerdicts(verdicts);
  }
  process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
