import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows } from "../../src/platform/store/table.ts";
import { inventoryOf } from "../support/platform/inventory.ts";
import { builtDocform } from "../support/processes/built-docform.ts";
import { momentOf, runKilled, type Stage, setUpExample } from "../support/processes/kill-stage.ts";

/** `DEEP=1 UNDO_KILLS=40 npx vitest run test/undo/undo-kill.deep.test.ts` for many; `.ci/run` sets two. */
const kills = Number(process.env.UNDO_KILLS ?? 1);
/** Kills at the same time: after one, docform mostly waits for what may be carried out late. */
const lanes = Math.min(kills, 4);
const folder = mkdtempSync(join(tmpdir(), "docform-undo-kill-"));

let built: string;

beforeAll(async () => {
  built = await builtDocform();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An example, and the exit codes of its apply and its undo: what is impossible is blocked. */
const examples = {
  hub: { apply: 0, undo: 0, deletes: [] },
  acme: { apply: 0, undo: 3, deletes: ["--allow-deletes", "11"] },
} as const;
type Example = keyof typeof examples;

const passing = ["--yes", "--allow-exposure", "--allow-ownerless", "--no-rehearse"];
const docform = (stage: Stage, argv: readonly string[], kill?: Promise<unknown>) =>
  runKilled(stage, join(built, "cli.cjs"), argv, kill);

/** The objects, the members of the teams, and the audience of the sites. */
function stateOf({ running: { platform } }: Stage): readonly string[] {
  const organizations = Object.values(platform.state.organizations.byId);
  const access = organizations.flatMap(({ teams, sites }) => [
    ...rows(teams).map(({ title, members }) => `${title}: ${JSON.stringify(Object.entries(members).sort())}`),
    ...Object.values(sites.byId).map(
      ({ title, visibility, published }) => `${title}: ${visibility}, ${published}`,
    ),
  ]);
  return [...inventoryOf(platform.state), ...access.sort()];
}

/** The journals of a stage, the oldest first, as text. */
function journalsOf({ project }: Stage): readonly string[] {
  const runs = join(project, ".docform", "runs");
  return readdirSync(runs)
    .sort()
    .map((name) => readFileSync(join(runs, name), "utf8"));
}

/** The lines of the journal of the undo that tell of calls, and those before. */
function linesOfUndo(stage: Stage): number {
  const lines = (journalsOf(stage)[1] ?? "").split("\n").slice(0, -1);
  return lines.filter((line) => !/^\{"type":"end"/.test(line)).length;
}

/** Resolves when the undo has written so many lines, or when it has ended. */
async function whenWritten(stage: Stage, lines: number, ended: AbortSignal): Promise<void> {
  while (linesOfUndo(stage) < lines && !ended.aborted) await setTimeout(1);
}

interface Undisturbed {
  readonly applied: readonly string[];
  readonly undone: readonly string[];
  /** The lines of the journal of the undo before its first call, and with all calls. */
  readonly lines: readonly [first: number, last: number];
}

async function appliedStage(example: Example): Promise<{ readonly stage: Stage; readonly run: string }> {
  const stage = await setUpExample(join("examples", example), folder);
  const applied = await docform(stage, ["apply", ...passing]);
  expect(applied.code, applied.said).toBe(examples[example].apply);
  const [first = ""] = readdirSync(join(stage.project, ".docform", "runs"));
  return { stage, run: first.replace(".jsonl", "") };
}

async function undisturbed(example: Example): Promise<Undisturbed> {
  const { stage, run } = await appliedStage(example);
  const applied = stateOf(stage);
  const undo = await docform(stage, ["undo", run, ...passing, ...examples[example].deletes]);
  expect(undo.code, undo.said).toBe(examples[example].undo);
  const undone = stateOf(stage);
  const last = linesOfUndo(stage);
  const calls = (journalsOf(stage)[1] ?? "")
    .split("\n")
    .filter((line) => /^\{"type":"(intent|outcome)"/.test(line));
  await stage.running.close();
  return { applied, undone, lines: [last - calls.length, last] };
}

/** The command of a person after a killed undo, and the state to be there then. */
const ways = ["undo", "undo RUN", "apply"] as const;

async function killAndGoOn(example: Example, number: number, known: Undisturbed): Promise<boolean> {
  const { apply, undo, deletes } = examples[example];
  const { stage, run } = await appliedStage(example);
  const [first, last] = known.lines;
  const lines = first + Math.round(momentOf(number, last - first));
  const ended = new AbortController();
  const killing = whenWritten(stage, lines, ended.signal);
  const killed = await docform(stage, ["undo", run, ...passing, ...deletes], killing);
  ended.abort();
  const isEnded = journalsOf(stage).at(-1)?.includes('"type":"end"') === true;
  const way = ways[number % ways.length] ?? "undo";
  const told = `${example}: undo killed after line ${lines} of ${last} (code ${killed.code}), then ${way}`;
  const goOn = async (argv: readonly string[], code: number, wanted: readonly string[]): Promise<void> => {
    const next = await docform(stage, argv);
    // Fewer deletes than before are left: the plan says how many.
    const allow = /--allow-deletes \d+/.exec(next.said)?.[0].split(" ") ?? [];
    const again = next.said.includes("held") ? await docform(stage, [...argv, ...allow]) : next;
    expect(again.code, `${told}\n${again.said}`).toBe(code);
    expect(stateOf(stage), `${told}\n${again.said}`).toEqual(wanted);
  };
  if (way === "apply") await goOn(["apply", ...passing], apply, known.applied);
  else if (way === "undo" && !isEnded) await goOn(["undo", ...passing], undo, known.undone);
  else await goOn(["undo", run, ...passing], undo, known.undone);
  // The record is true: the next apply does what is declared, and the plan after it is empty.
  if (way !== "apply") await goOn(["apply", ...passing], apply, known.applied);
  const plan = await docform(stage, ["plan", "--detailed-exitcode"]);
  expect(plan.code, `${told}\n${plan.said}`).toBe(0);
  await stage.running.close();
  return killed.code === null && !isEnded;
}

test(`kill -9 at ${kills} moments of an undo: undo, undo RUN or apply goes on, nothing is there twice, and nothing is taken back twice`, async () => {
  const names = Object.keys(examples) as readonly Example[];
  const known = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await undisturbed(name)] as const)),
  );
  const numbers = Array.from({ length: kills }, (_, number) => number);
  let killed = 0;
  const lane = async (): Promise<void> => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const example = number % 4 === 3 ? "acme" : "hub";
      const whole = known[example];
      if (whole !== undefined && (await killAndGoOn(example, number, whole))) killed += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(killed).toBeGreaterThan(0);
  console.log(`${killed} of ${kills} undos were killed before they ended`);
});
