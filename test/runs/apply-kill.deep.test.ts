import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inventoryOf } from "../support/platform/inventory.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { momentOf, runKilled, type Stage, setUpExample } from "../support/processes/kill-stage.ts";

/** `DEEP=1 APPLY_KILLS=200 npx vitest run test/runs/apply-kill.deep.test.ts` for many; `.ci/run` sets five. */
const kills = Number(process.env.APPLY_KILLS ?? 1);
/** Applies at the same time: after a kill, docform mostly waits for what may be carried out late. */
const lanes = Math.min(kills, 4);
const example = "examples/acme";
const folder = mkdtempSync(join(tmpdir(), "docform-apply-kill-"));

let built: string;

beforeAll(async () => {
  built = await builtDocform();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const setUp = (): Promise<Stage> => setUpExample(example, folder);

/** Runs docform; kills it after so many milliseconds, if it still runs then. */
const docform = (stage: Stage, argv: readonly string[], killAfter?: number) =>
  runKilled(stage, join(built, "cli.cjs"), argv, killAfter === undefined ? undefined : setTimeout(killAfter));

const apply = ["apply", "--yes", "--allow-exposure", "--no-rehearse"];

test(`kill -9 at ${kills} moments of an apply of the example: one more apply converges, and nothing is there twice`, async () => {
  const undisturbed = await setUp();
  const whole = await docform(undisturbed, apply);
  expect(whole.code, whole.said).toBe(0);
  const wanted = inventoryOf(undisturbed.running.platform.state);
  await undisturbed.running.close();
  const runs = Array.from({ length: kills }, (_, run) => momentOf(run, whole.milliseconds));
  let killed = 0;
  const lane = async (): Promise<void> => {
    for (let moment = runs.pop(); moment !== undefined; moment = runs.pop())
      if (await killAndConverge(moment, wanted)) killed += 1;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(killed).toBeGreaterThan(0);
  console.log(`${killed} of ${kills} applies were killed before they ended; each converged with one more`);
});

/** An apply that is killed after so many milliseconds, and one more. Was it killed before it ended? */
async function killAndConverge(moment: number, wanted: unknown): Promise<boolean> {
  const stage = await setUp();
  const first = await docform(stage, apply, moment);
  const told = `killed after ${Math.round(moment)} ms`;
  const second = await docform(stage, apply);
  expect(second.code, `${told}\n${second.said}`).toBe(0);
  const plan = await docform(stage, ["plan", "--detailed-exitcode"]);
  expect(plan.code, `${told}\n${plan.said}`).toBe(0);
  expect(inventoryOf(stage.running.platform.state), told).toEqual(wanted);
  await stage.running.close();
  return first.code === null;
}
