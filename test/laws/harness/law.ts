import { appendFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";

/** Cases of each law: few for npm test; `npm run laws -- --runs N` says more, and CI, whose first ones are these. */
export const runs = Number(process.env.LAW_RUNS ?? 20);
const seed = Number(process.env.LAW_SEED ?? 20_260_105);
const path = process.env.LAW_PATH;

/** Are these the few cases of npm test? */
export const isShort = process.env.LAW_RUNS === undefined;

/** Is one case replayed? What is promised of many cases together cannot be seen then. */
export const isReplayed = path !== undefined;

/** True for so many cases that each rare one is among them: only then is that promised. */
export const isMany = runs >= 200 && !isReplayed;

/** Which case of a test this is, from 1 on. */
let caseNumber = 0;

/**
 * Do platforms look at every answer that they give, and at every seed? In the few cases of npm test, when one case is
 * replayed, and in one of twenty in long runs.
 */
export function isThorough(): boolean {
  return isShort || isReplayed || caseNumber % 20 === 1;
}

/**
 * Holds a law against many cases: always the same ones, unless LAW_RUNS or LAW_SEED say otherwise. A share below 1 is
 * for what stands beside the main test of a law, and needs fewer once cases are many.
 */
export async function holds<T>(
  cases: fc.Arbitrary<T>,
  law: (drawn: T) => Promise<void>,
  share = 1,
): Promise<void> {
  const numRuns = Math.max(Math.min(runs, fewest), Math.round(runs * share));
  const [started, usage] = [Date.now(), process.cpuUsage()];
  caseNumber = 0;
  const one = (drawn: T): Promise<void> => {
    caseNumber++;
    return law(drawn);
  };
  const name = expect.getState().currentTestName ?? "";
  await fc.assert(fc.asyncProperty(cases, one), {
    numRuns,
    seed,
    ...(path === undefined ? {} : { path }),
    asyncReporter: async (result) => {
      if (!result.failed) return report(name, numRuns, Date.now() - started, process.cpuUsage(usage));
      const at = `--seed ${result.seed} --path ${result.counterexamplePath}`;
      const replay = `npm run laws -- --runs ${numRuns} ${at} --only ${JSON.stringify(name)}`;
      const cause = String((result.errorInstance as Error | undefined)?.message);
      throw new Error(`${fc.defaultReportMessage(result)}\n\n${cause}\n\nreplay: ${replay}`);
    },
  });
}

/** A share of the cases is not less than this, if there are as many. */
const fewest = isShort ? 8 : 30;

/** `holds` as a test that names its law. */
export function law<T>(title: string, cases: fc.Arbitrary<T>, hold: (drawn: T) => Promise<void>, share = 1) {
  test(title, () => holds(cases, hold, share));
}

/** For the table that `npm run laws` ends with. */
function report(name: string, numRuns: number, milliseconds: number, usage: NodeJS.CpuUsage): void {
  const file = process.env.LAW_REPORT;
  const cpu = (usage.user + usage.system) / 1000;
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ name, numRuns, seed, milliseconds, cpu })}\n`);
}
