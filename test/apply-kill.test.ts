import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { readSeed } from "../src/platform/seed/seed.ts";
import { type RunningPlatform, startPlatform } from "../src/platform/server/server.ts";
import { buildTimeout, builtDocform } from "./support/built-docform.ts";
import { inventoryOf } from "./support/inventory.ts";
import { checkAnswer } from "./support/platform/answer-problems.ts";

/** `DEEP=1 KILLS=200 npx vitest run test/apply-kill.test.ts` for many; `.ci/run` sets twenty. */
const kills = Number(process.env.KILLS ?? 1);
/** Applies at the same time: after a kill, docform mostly waits for what may be carried out late. */
const lanes = Math.min(kills, 4);
const example = "examples/acme";
const folder = mkdtempSync(join(tmpdir(), "docform-apply-kill-"));
const live = parse(readFileSync(join(example, "live.yaml"), "utf8"));

let built: string;

beforeAll(async () => {
  built = await builtDocform();
}, buildTimeout);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The example on a platform and in a folder of its own. */
interface Stage {
  readonly running: RunningPlatform;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

async function setUp(): Promise<Stage> {
  const seed = readSeed(live);
  if (!seed.ok) throw new Error(JSON.stringify(seed.problems));
  const begun = Date.now();
  const clock = () => Date.parse(seed.now) + Date.now() - begun;
  const running = await startPlatform({ state: seed.state, port: 0, clock, latency: 5, checkAnswer });
  const project = mkdtempSync(join(folder, "project-"));
  cpSync(example, project, { recursive: true });
  const [token = ""] = Object.entries(seed.state.tokens).find(([, { rights }]) => rights === "admin") ?? [];
  return { running, project, env: { DOCFORM_BASE_URL: running.url, DOCFORM_TOKEN: token } };
}

/** Runs docform as a process of its own; kills it after so many milliseconds, if it still runs then. */
function docform({ project, env }: Stage, argv: readonly string[], killAfter?: number) {
  const started = Date.now();
  return new Promise<{ code: number | null; said: string; milliseconds: number }>((resolve) => {
    const child = spawn(process.execPath, [join(built, "cli.cjs"), ...argv], {
      cwd: project,
      env: { PATH: process.env.PATH ?? "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said = (said + chunk).slice(-4000);
      });
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, said, milliseconds: Date.now() - started });
    });
  });
}

/** Spread over the whole run, each time elsewhere. */
const momentOf = (run: number, whole: number): number => whole * ((run * 0.618_034 + 0.31) % 1);

/** One person of the example is not in the organization, so that it never is quite as declared: blocked. */
const blocked = 3;
const apply = ["apply", "--yes", "--allow-exposure", "--no-rehearse"];

test(`kill -9 at ${kills} moments of an apply of the example: one more apply converges, and nothing is there twice`, {
  timeout: 120_000 + kills * 20_000,
}, async () => {
  const undisturbed = await setUp();
  const whole = await docform(undisturbed, apply);
  expect(whole.code, whole.said).toBe(blocked);
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
  expect(second.code, `${told}\n${second.said}`).toBe(blocked);
  const plan = await docform(stage, ["plan", "--detailed-exitcode"]);
  expect(plan.code, `${told}\n${plan.said}`).toBe(0);
  expect(inventoryOf(stage.running.platform.state), told).toEqual(wanted);
  await stage.running.close();
  return first.code === null;
}
