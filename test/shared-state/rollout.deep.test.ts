import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { copyOfProject } from "../support/projects/copy-project.ts";
import { type Stage, stageOf, teams, workerStage } from "./worker-stage.ts";

const page = readFileSync("docs/guides/many-organizations.md", "utf8");

/** The commands of the first shell block below a heading of the guide. */
function commandsBelow(heading: string): readonly string[] {
  const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(page.slice(page.indexOf(`## ${heading}\n`))) ?? [];
  return block.split("\n").flatMap((line) => /^docform (.*?)(?: +#.*)?$/.exec(line)?.[1] ?? []);
}

/** Runs a command to its end. */
async function run({ start }: Pick<Stage, "start">, line: string, env?: Readonly<Record<string, string>>) {
  const running = start(line, env);
  const code = await running.ended;
  return { code, said: running.said(), stdout: running.stdout() };
}

/** The number of organizations in each state, as the table says it. */
function statesIn(stdout: string): Readonly<Record<string, number>> {
  const [, said = ""] = /^\d+ organizations: (.*)$/m.exec(stdout) ?? [];
  return Object.fromEntries(
    [...said.matchAll(/(\d+) ([a-z ]+)/g)].map(([, count, state]) => [state, Number(count)]),
  );
}

test("the commands of the guide roll examples/agency out with two workers, the canary first", async () => {
  const live = parse(readFileSync("examples/agency/live.yaml", "utf8"));
  const folder = copyOfProject("examples/agency");
  const stage = await stageOf(folder, live, 0, { DOCFORM_TOKEN: "agency-admin" });
  const [plan = ""] = commandsBelow("Each by itself");
  const [worker = "", canary = "", rest = "", drift = ""] = commandsBelow("Workers");
  const [, status = ""] = commandsBelow("What to look at first");
  const states = async (line: string, code = 0) => {
    const ended = await run(stage, line);
    expect(ended.code, ended.said).toBe(code);
    return { ...ended, states: statesIn(ended.stdout) };
  };
  expect((await states(plan)).states).toEqual({ changes: 12 });
  const workers = [stage.start(worker), stage.start(worker)];
  const paused = await states(canary);
  expect(paused.states).toEqual({ applied: 2, "not begun": 10 });
  expect(paused.stdout).toContain(`\nPaused after the wave canary. To go on: docform ${rest}\n`);
  expect((await states(rest)).states).toEqual({ "no changes": 2, applied: 10 });
  expect((await states(`${plan} --detailed-exitcode`)).states).toEqual({ "no changes": 12 });
  expect((await states(drift)).states).toEqual({ "no changes": 12 });
  expect((await states(status)).states).toEqual({ applied: 12 });
  for (const { child } of workers) child.kill("SIGTERM");
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
});

test("by workers: a canary that fails stops 38, too many that fail stop the rest, and 3 of 40 are named", async () => {
  const waves = "{ waves: [{ name: canary, select: { ring: canary } }, {}], stopAfterFailures: 4 }";
  const stage = await workerStage(40, 50, `rollout: ${waves}\n`);
  const applied = async (lines: readonly string[], tokens: Readonly<Record<string, string>>) => {
    const workers = lines.map((line) => stage.start(line, tokens));
    const { code, stdout, said } = await run(stage, "apply --yes --engine postgres");
    expect(code, said).toBe(1);
    for (const { child } of workers) child.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    return { stdout, states: statesIn(stdout) };
  };
  const canary = await applied(["worker"], { DOCFORM_TOKEN_O001: "wrong" });
  expect(canary.states).toEqual({ "not read": 1, applied: 1, "not begun": 38 });
  expect(canary.stdout).toMatch(/o040 +not begun .*wave canary failed/);
  expect(stage.platform.changes()).toBe(teams);

  const right = { DOCFORM_TOKEN_O001: "canary-all", DOCFORM_TOKEN_O002: "canary-all" };
  const stopped = await applied(["worker --parallel 1"], { DOCFORM_TOKEN: "wrong", ...right });
  expect(stopped.states).toMatchObject({ applied: 1, "no changes": 1 });
  expect(stopped.states["not read"]).toBeGreaterThanOrEqual(4);
  expect(stopped.states["not begun"]).toBeGreaterThan(0);
  expect(stopped.stdout).toMatch(/not begun .*\d+ organizations failed/);
  expect(await stage.sql("SELECT id FROM docform_queue.job WHERE state < 'completed'")).toEqual([]);
  expect(stage.platform.changes()).toBe(2 * teams);

  const broken = ["o007", "o021", "o040"];
  const wrong = Object.fromEntries(broken.map((name) => [`DOCFORM_TOKEN_${name.toUpperCase()}`, "wrong"]));
  const named = await applied(["worker", "worker"], wrong);
  expect(named.states).toEqual({ "no changes": 2, applied: 35, "not read": 3 });
  expect([...named.stdout.matchAll(/^(o\d+) +not read/gm)].map(([, name]) => name)).toEqual(broken);
  expect(stage.platform.changes()).toBe(37 * teams);
});
