import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished } from "vitest";
import { readSeed } from "../../src/platform/seed/seed.ts";
import { type RunningPlatform, startPlatform } from "../../src/platform/server/server.ts";
import { type Database, startDatabase } from "../backends/database.ts";
import { names } from "../organizations/several-project.ts";
import { builtDocform } from "../support/processes/built-docform.ts";

/** A process of docform; `said` grows while it runs. */
export interface Running {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly stdout: () => string;
  readonly ended: Promise<number | null>;
}

/** See `workerStage`. */
export type Stage = Awaited<ReturnType<typeof workerStage>>;

/** Milliseconds for what the processes are to reach, which takes seconds; then the test fails with all that they said. */
const longestWait = 120_000;

/** The number of teams that each organization is to get. */
export const teams = 5;

/** A project of several organizations, each with teams, with its state in a database, and a platform with some latency. */
export async function workerStage(count: number, latency: number, settings = "") {
  const folder = mkdtempSync(join(tmpdir(), "docform-workers-"));
  mkdirSync(join(folder, "manifests"));
  const ring = (at: number): string => (at < 2 ? "canary" : "");
  const listed = names(count).map((name, at) => `${name},org_${name},${ring(at)}\n`);
  writeFileSync(join(folder, "organizations.csv"), `alias,id,ring\n${listed.join("")}`);
  writeFileSync(join(folder, "docform.yaml"), `organizations: { from: organizations.csv }\n${settings}`);
  const declared = Array.from({ length: teams }, (_, at) => `  team${at}: { title: Team ${at} }`);
  for (const name of names(count))
    writeFileSync(
      join(folder, "manifests", `${name}.yaml`),
      `organization: ${name}\nteams:\n${declared.join("\n")}\n`,
    );
  return stageOf(folder, seedOf(count), latency, { DOCFORM_TOKEN: "canary-all" });
}

/** A project at a commit, with its state in a database, and a platform with some latency. */
export async function stageOf(
  folder: string,
  seeded: object,
  latency: number,
  tokens: Readonly<Record<string, string>>,
) {
  const database = await startDatabase();
  const platform = await platformOf(seeded, latency);
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  appendFileSync(join(folder, "docform.yaml"), "state: { postgres: {} }\n");
  commitAll(folder);
  const command = join(await builtDocform(), "cli.cjs");
  const home = mkdtempSync(join(tmpdir(), "docform-home-"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    DOCFORM_BASE_URL: platform.url,
    DOCFORM_STATE_URL: database.url,
    ...tokens,
  };
  const running: Running[] = [];
  const start = (line: string, own: Readonly<Record<string, string>> = {}): Running => {
    const child = spawn(process.execPath, [command, ...line.split(" ")], {
      cwd: folder,
      env: { ...env, ...own },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].on("data", (chunk) => (texts[name] += chunk));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const one = { child, said: () => texts.stdout + texts.stderr, stdout: () => texts.stdout, ended };
    running.push(one);
    return one;
  };
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    const end = Date.now() + longestWait;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(running.map(({ said }) => said()).join("\n----\n"));
      await setTimeout(20);
    }
  };
  onTestFinished(async () => {
    // The platform waits for the connections of those who live.
    for (const { child } of running) child.kill("SIGKILL");
    await platform.close();
    await database.close();
  });
  return { database, platform, folder, write, start, until, sql: asking(database) };
}

/** No two runs of an organization overlap: each journal begins after the last line of the one before. Answers the number of runs. */
export async function expectOneAtATime({ sql }: Stage): Promise<number> {
  const rows = await sql(
    "SELECT project, run, string_agg(text, '' ORDER BY seq) AS text FROM docform.run_text GROUP BY 1, 2 ORDER BY 1, 2",
  );
  const ended = new Map<unknown, string>();
  for (const { project, text } of rows) {
    const times = [...String(text).matchAll(/"at":"([^"]+)"/g)].map(([, at = ""]) => at).sort();
    expect(times[0] !== undefined && times[0] >= (ended.get(project) ?? "")).toBe(true);
    ended.set(project, times.at(-1) ?? "");
  }
  return rows.length;
}

/** All changes of the folder as a commit. */
export function commitAll(folder: string): void {
  const who = ["-c", "user.name=Ana", "-c", "user.email=ana@acme.example"];
  for (const line of ["init --quiet", "add --all", "commit --quiet --message Change"])
    execFileSync("git", [...who, ...line.split(" ")], { cwd: folder });
}

/** Organizations without anything in them. */
function seedOf(count: number): object {
  const user = "ana@acme.example";
  const organizations = names(count).map((name) => ({
    id: `org_${name}`,
    title: name,
    members: [{ email: user, role: "admin" }],
  }));
  return { tokens: { "canary-all": { user, rights: "admin" } }, organizations };
}

async function platformOf(
  seeded: object,
  latency: number,
): Promise<RunningPlatform & { readonly changes: () => number }> {
  const seed = readSeed(seeded);
  if (!seed.ok) throw new Error(JSON.stringify(seed.problems));
  let changes = 0;
  const log = (line: string): void => {
    const { mutates, status } = JSON.parse(line);
    if (mutates === true && status < 300) changes += 1;
  };
  const running = await startPlatform({ state: seed.state, port: 0, clock: Date.now, latency, log });
  return { ...running, changes: () => changes };
}

function asking({ url }: Database) {
  return async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
}
