import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inventoryOf } from "../support/platform/inventory.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { runIn, type SharedPlace, setStage, sharedPlaces } from "./stage.ts";

/** `DEEP=1 RUNNER_KILLS=50 npx vitest run test/shared-state/lost-runner.deep.test.ts` for many. */
const kills = Number(process.env.RUNNER_KILLS ?? 2);
/** Runners that are lost at the same time: afterwards docform mostly waits. */
const lanes = Math.min(kills, 4);

beforeAll(async () => {
  await builtDocform();
});

describe.each(["git", "postgres"])("a runner that is lost with its clone, with its state in %s", (name) => {
  let place: SharedPlace;

  beforeAll(async () => {
    place = await (sharedPlaces[name] as () => Promise<SharedPlace>)();
  });

  afterAll(() => place.close());

  test(`the next one in a fresh clone says what was in doubt, and converges: at ${kills} moments`, async () => {
    const stage = await setStage(place, 20);
    const whole = await runIn(stage, stage.clone(), "apply --yes");
    expect(whole.code, whole.said).toBe(0);
    const wanted = inventoryOf(stage.running.platform.state);
    await stage.close();
    const moments = Array.from({ length: kills }, (_, run) => momentOf(run, whole.milliseconds));
    const told = { beforeItsRun: 0, inItsRun: 0, ended: 0 };
    const lane = async (): Promise<void> => {
      for (let moment = moments.pop(); moment !== undefined; moment = moments.pop())
        told[await loseAndConverge(name, place, moment, wanted)] += 1;
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    console.log(`${name}: ${JSON.stringify(told)}, each converged with one more apply`);
    expect(told.beforeItsRun + told.inItsRun).toBeGreaterThan(0);
  });
});

/** Spread over the whole run, each time elsewhere. */
const momentOf = (run: number, whole: number): number => whole * ((run * 0.618_034 + 0.31) % 1);

/** Kills an apply and removes its clone, and applies in a fresh one. What was seen of the killed run? */
async function loseAndConverge(
  name: string,
  place: SharedPlace,
  moment: number,
  wanted: unknown,
): Promise<"beforeItsRun" | "inItsRun" | "ended"> {
  const stage = await setStage(place, 20);
  const lost = stage.clone();
  const first = await runIn(stage, lost, "apply --yes", moment);
  rmSync(lost, { recursive: true, force: true });
  const changed = stage.changes();
  const clone = stage.clone();
  const said: string[] = [`killed after ${Math.round(moment)} ms\n${first.said}`];
  const docform = async (line: string) => {
    const ended = await runIn(stage, clone, line);
    said.push(`$ docform ${line}\n${ended.said}`);
    return ended;
  };
  const journal = await docform("runs --format json");
  const [run] = JSON.parse(journal.said).runs as readonly { run: string; ended: string | null }[];
  if (name === "postgres") await expectEveryCall(docform, run?.run, changed);
  const refused = await docform("apply --yes");
  const id = /force-unlock ([0-9a-f]{8})/.exec(refused.said)?.[1];
  if (id !== undefined) {
    expect(refused.code, said.join("\n")).toBe(1);
    expect((await docform(`force-unlock ${id}`)).code, said.join("\n")).toBe(0);
    expect((await docform("apply --yes")).code, said.join("\n")).toBe(0);
  } else expect(refused.code, said.join("\n")).toBe(0);
  const all = said.join("\n");
  if (run !== undefined && run.ended === null)
    expect(all).toMatch(/the last run \S+ did not end(?:, or still runs)?: \d+ of 6 steps done/);
  expect((await docform("plan --detailed-exitcode")).code, all).toBe(0);
  expect(inventoryOf(stage.running.platform.state), all).toEqual(wanted);
  await stage.close();
  return first.code !== null ? "ended" : run === undefined ? "beforeItsRun" : "inItsRun";
}

/** In a database, every call that the platform has carried out is in the journal. */
async function expectEveryCall(
  docform: (line: string) => Promise<{ readonly said: string }>,
  run: string | undefined,
  changed: number,
): Promise<void> {
  if (run === undefined) return expect(changed).toBe(0);
  const { said } = await docform(`runs show ${run} --format json`);
  const { steps } = JSON.parse(said) as { readonly steps: readonly { readonly sentAt?: string }[] };
  expect(steps.filter(({ sentAt }) => sentAt !== undefined).length).toBeGreaterThanOrEqual(changed);
}
