// `npm run bench:growth [-- --json] [-- --quick]`: how the work on an input grows with its size, for inputs that somebody
// may write to make it grow as the square.
//
// Each input is worked on at four sizes, each twice the one before. Measured is the least CPU time of the turns at each
// size (all threads, user and system), since other work on the machine only ever adds. Bound: the slope of log CPU over
// log size (least squares) is at most 1.6, as the collector of garbage takes its part; of what grows as the square it is 2.
import { printVerdicts, slopeOf, verdictOn } from "../verdicts.ts";
import { type Input, inputs } from "./inputs.ts";

const bound = 1.6;
const turns = process.argv.includes("--quick") ? 5 : 7;

/** Milliseconds of CPU time. */
async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function measureSlope({ largest, ofSize }: Input): Promise<number> {
  const sizes = [largest / 8, largest / 4, largest / 2, largest];
  const runs = sizes.map((size) => [size, ofSize(size)] as const);
  const least = new Map<number, number>();
  for (let turn = 0; turn < turns; turn++)
    for (const [size, run] of runs)
      least.set(size, Math.min(least.get(size) ?? Number.POSITIVE_INFINITY, await cpuOf(run)));
  return slopeOf([...least]);
}

const verdicts = [];
for (const input of inputs) verdicts.push(verdictOn(input.name, await measureSlope(input), bound));

if (process.argv.includes("--json")) console.log(JSON.stringify({ verdicts }, undefined, 2));
else printVerdicts(verdicts);
process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1;
