// `npm run bench:validate [-- --json] [-- --quick]`: what validating costs, beside what `yaml` alone costs.
//
// Measured is `loadProject`, which is all of `docform validate` but printing, on texts in memory; and `parseAllDocuments`
// of the `yaml` package on the same texts, without its check of unique keys (which is quadratic), line counter and
// conversion to values: the least that a user of the package can call. Both in this process, turn by turn, after some
// turns that do not count. Both are CPU time (all threads, user and system), the median of the turns, so that a busy
// machine counts little.
//   dense   the project of bench/plan at 1 MB: about 13,000 resources, all on few lines
//   roomy   the same at 1 MB and 2,500 resources: each with a comment that says what it is for
// Bound: 2.0 x the time of `yaml`, each.
//
// Growth: one map of 1,250 to 20,000 keys (10,000 among them), valid or with a mistake at each key, loaded and told as
// text: the least CPU time of the turns at each size, since other work on the machine only ever adds. Bound: the slope of
// log CPU over log keys (least squares) is at most 1.15; of what grows as the square it is 2.
import { parseAllDocuments } from "yaml";
import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import { renderDiagnosticsText } from "../../src/render/text/diagnostics-text.ts";
import { benchProject } from "../plan/project.ts";
import { medianFigure, printVerdicts, slopeOf, verdictOn } from "../verdicts.ts";
import { type WideMap, wideMaps } from "./wide-maps.ts";

const bounds = { ratio: 2.0, slope: 1.15 } as const;
const megabyte = 1_000_000;
const isQuick = process.argv.includes("--quick");
const [warming, turns] = isQuick ? [2, 5] : [3, 15];
const sizes = isQuick ? [1_250, 10_000] : [1_250, 2_500, 5_000, 10_000, 20_000];

type Files = Readonly<Record<string, string>>;

/** Milliseconds of CPU time. */
async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function bytesOf(files: Files): number {
  return Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function load(files: Files) {
  return loadProject("/project", memoryFiles(files), { env: {} });
}

/** With everything that is wrong told as text: what costs too much for thousands of mistakes shows here. */
async function loadAndTell(files: Files): Promise<string> {
  const { diagnostics, sources } = await load(files);
  return renderDiagnosticsText(diagnostics, sources);
}

function parse(files: Files): void {
  for (const text of Object.values(files)) parseAllDocuments(text, { uniqueKeys: false });
}

/** The project of bench/plan, as large as can be below 1 MB. */
function denseProject(): Files {
  const some = benchProject(1_000, "equal").files;
  return benchProject(Math.floor((megabyte / bytesOf(some)) * 0.95 * 1_000), "equal").files;
}

/** 2,500 resources with a comment above each, of the length that makes 1 MB of them. */
function roomyProject(): Files {
  const { files } = benchProject(2_500, "equal");
  const words = "why this is here, who asked for it, and whom to ask before it changes ";
  const heads = Object.values(files).join("").match(resourceLine)?.length ?? 1;
  const length = Math.floor((megabyte - bytesOf(files)) / heads);
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      text.replace(resourceLine, (line) => commented(line, words, length)),
    ]),
  );
}

/** The first line of a resource in a map or a list. */
const resourceLine = /^ +(- section|[a-z.0-9@-]+\d[a-z.0-9@-]*):.*$/gm;

function commented(line: string, words: string, length: number): string {
  const indent = " ".repeat(line.search(/\S/));
  const rows = Array.from({ length: Math.max(1, Math.round(length / 80)) }, () => `${indent}# ${words}`);
  return [...rows, line].join("\n");
}

interface Ratio {
  readonly name: string;
  readonly bytes: number;
  readonly resources: number;
  readonly yaml: number;
  readonly validate: number;
}

async function measureRatio(name: string, files: Files): Promise<Ratio> {
  const [yaml, validate]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < warming + turns; turn++) {
    const [parsed, loaded] = [await cpuOf(() => parse(files)), await cpuOf(() => load(files))];
    if (turn < warming) continue;
    yaml.push(parsed);
    validate.push(loaded);
  }
  const { desired, diagnostics } = await load(files);
  if (diagnostics.length > 0) throw new Error(`the project has mistakes: ${diagnostics[0]?.message}`);
  const resources = desired.resources.length;
  const medians = { yaml: medianFigure(yaml), validate: medianFigure(validate) };
  return { name, bytes: bytesOf(files), resources, ...medians };
}

/** How CPU time grows with the keys of a map. */
async function measureSlope({ filesOf }: WideMap): Promise<number> {
  const times = new Map<number, number[]>(sizes.map((size) => [size, []]));
  for (let turn = 0; turn < (isQuick ? 4 : 7); turn++)
    for (const size of sizes) times.get(size)?.push(await cpuOf(() => loadAndTell(filesOf(size))));
  return slopeOf([...times].map(([size, all]) => [size, Math.min(...all)]));
}

const projects = { dense: denseProject(), roomy: roomyProject() };
const ratios: Ratio[] = [];
for (const [name, files] of Object.entries(projects)) ratios.push(await measureRatio(name, files));
const verdicts = ratios.map(({ name, yaml, validate }) =>
  verdictOn(`${name}: x yaml`, validate / yaml, bounds.ratio),
);
for (const map of wideMaps)
  verdicts.push(verdictOn(`slope, ${map.name}`, await measureSlope(map), bounds.slope));

if (process.argv.includes("--json")) console.log(JSON.stringify({ ratios, verdicts }, undefined, 2));
else {
  for (const { name, bytes, resources, yaml, validate } of ratios)
    console.log(
      `${name.padEnd(6)} ${(bytes / megabyte).toFixed(2)} MB, ${resources} resources: yaml ${yaml.toFixed(0)} ms, validate ${validate.toFixed(0)} ms`,
    );
  console.log();
  printVerdicts(verdicts);
}
process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1;
