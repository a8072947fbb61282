// `npm run bench:scale [-- --quick]`: a plan of many organizations, of which each differs by one call, and the drift of
// them by workers that share a queue in PostgreSQL.
//
// `docform serve --latency 100` counts the requests. Each process of docform has a platform of its own, up to two: one for
// each core. The bound of the wall time is what the requests need when the windows of all processes are always full:
// requests × latency ÷ (window × processes). docs/explanation/scale.md has the formula.
//
// With a limit, all have one platform, which answers 429 above it. Measured is the share of these, the wall time beside
// requests ÷ limit, and the time from the first request to the last one, beside the same.
import { mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { startDatabase } from "../../test/backends/database.ts";
import { type Usage, usageOf } from "../usage.ts";
import { printVerdicts, type Verdict, verdictOn } from "../verdicts.ts";
import { type Platforms, startPlatforms } from "./platforms.ts";
import { writeProject } from "./project.ts";
import { driftByWorkers } from "./workers.ts";

const latency = 100;
/** Requests of a process in flight at most: src/client/window.ts. */
const window = 64;
const isQuick = process.argv.includes("--quick");
const [few, many] = isQuick ? [10, 40] : [40, 400];
/** Workers that share a limit, and the requests a second that they are allowed. */
const limits: readonly (readonly [workers: number, limit: number])[] = isQuick
  ? [[4, 50]]
  : [
      [4, 100],
      [16, 50],
    ];
/** Organizations under a limit: starting takes less than a tenth of the time that their requests need. */
const limitedCount = isQuick ? 100 : 400;

const folder = mkdtempSync(join("node_modules", ".bench-scale-"));
const database = await startDatabase();

interface Run extends Usage {
  readonly processes: number;
  readonly requests: number;
  /** Answers 429. */
  readonly refused: number;
  /** Milliseconds from the first request to the last one. */
  readonly asking: number;
}

/** Measures something on fresh platforms, with the project of so many organizations. */
async function measured(
  {
    count,
    processes,
    limit,
  }: { readonly count: number; readonly processes: number; readonly limit?: number },
  act: (project: string, platforms: Platforms) => Promise<Usage>,
  state = "",
): Promise<Run> {
  const project = resolve(mkdtempSync(join(folder, "project-")));
  const setting = limit === undefined ? "" : `platform: { limit: { requestsPerSecond: ${limit} } }\n`;
  writeProject(project, count, `${setting}${state}`);
  const rate = limit === undefined ? [] : ["--rate", String(limit)];
  const argv = ["--seed", join(project, "seed.json"), "--latency", String(latency), ...rate];
  const platforms = await startPlatforms(limit === undefined ? Math.min(2, processes) : 1, argv);
  try {
    const usage = await act(project, platforms);
    const times = platforms.answers.map(({ at }) => at);
    return {
      ...usage,
      processes,
      requests: times.length,
      refused: platforms.answers.filter(({ status }) => status === 429).length,
      asking: Math.max(...times) - Math.min(...times),
    };
  } finally {
    platforms.close();
  }
}

/** Plans the organizations by processes that run at the same time. */
function planned(count: number, ...processes: readonly (readonly string[])[]): Promise<Run> {
  return measured({ count, processes: processes.length }, async (project, { envOf }) => {
    const usages = await Promise.all(
      processes.map((argv, at) =>
        usageOf(
          ["dist/cli.cjs", "plan", "-C", project, ...argv],
          envOf(at),
          resolve(folder, `usage-${at}.json`),
        ),
      ),
    );
    const most = (name: keyof Usage): number => Math.max(...usages.map((usage) => usage[name]));
    return { wall: most("wall"), peakMiB: most("peakMiB"), heldMiB: most("heldMiB"), cpu: most("cpu") };
  });
}

/**
 * Looks for drift of the organizations by so many workers, within a limit that they share if one is given. A worker has three
 * connections to the database, and one for each organization at the same time; 100 are allowed.
 */
function byWorkers(
  count: number,
  workers: number,
  { limit, isHeld = false }: { readonly limit?: number; readonly isHeld?: boolean } = {},
): Promise<Run> {
  const given = { count, processes: workers, ...(limit === undefined ? {} : { limit }) };
  return measured(
    given,
    (project, platforms) => {
      const parallel = workers > 4 ? 2 : 8;
      return driftByWorkers({ project, count: workers, parallel, database, platforms, isHeld });
    },
    "state: { postgres: {} }\n",
  );
}

function print(what: string, { requests, processes, wall, cpu, peakMiB }: Run, bound?: number): void {
  const least = bound ?? (requests * latency) / (window * processes);
  const cells = [requests, least, wall, cpu, peakMiB];
  console.log(what.padEnd(44), ...cells.map((cell) => cell.toFixed(0).padStart(9)));
}

/** Has workers share a limit, and judges them. */
async function limited([workers, limit]: readonly [number, number]): Promise<readonly Verdict[]> {
  const run = await byWorkers(limitedCount, workers, { limit });
  const least = (run.requests / limit) * 1000;
  print(`${limitedCount}, ${workers} workers, ${limit} requests a second`, run, least);
  const by = `${workers} workers at ${limit} a second`;
  return [
    verdictOn(`${by}: wall, multiple of bound`, run.wall / least, 1.15),
    verdictOn(`${by}: requests, too`, run.asking / least, 1 / 0.95),
    verdictOn(`${by}: % answered 429`, (100 * run.refused) / run.requests, 1),
  ];
}

let holds = false;
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
  const someByWorkers = await byWorkers(few, 2);
  print(`${few}, drift by 2 workers`, someByWorkers);
  const allByWorkers = await byWorkers(many, 2);
  print(`${many}, drift by 2 workers`, allByWorkers);
  print(`${many}, drift by 4 workers`, await byWorkers(many, 4));
  const heldOf = async (count: number) => (await byWorkers(count, 2, { isHeld: true })).heldMiB;
  const held = { few: await heldOf(few), many: await heldOf(many) };
  console.log(
    `\nheld by a worker: ${held.few.toFixed(0)} MiB at ${few}, ${held.many.toFixed(0)} MiB at ${many}`,
  );
  const verdicts = [
    verdictOn("requests of one, multiple of its share", one.requests / (all.requests / many), 1),
    verdictOn(`peak at ${many}, multiple of that at ${few}`, all.peakMiB / some.peakMiB, 1.3),
    verdictOn(`the same of workers and drift`, allByWorkers.peakMiB / someByWorkers.peakMiB, 1.3),
    verdictOn(`held by a worker at ${many}, multiple of that at ${few}`, held.many / held.few, 1.3),
  ];
  for (const given of limits) verdicts.push(...(await limited(given)));
  console.log();
  printVerdicts(verdicts);
  holds = verdicts.every((verdict) => verdict.holds);
} catch (problem) {
  console.error(problem);
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
  // A database that stops takes the exit code with it.
  process.exit(holds ? 0 : 1);
}
