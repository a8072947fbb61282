import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readSeed } from "../../../src/platform/seed/seed.ts";
import { type RunningPlatform, startPlatform } from "../../../src/platform/server/server.ts";
import { checkAnswer } from "../platform/answer-problems.ts";

/** An example on a platform and in a folder of its own. */
export interface Stage {
  readonly running: RunningPlatform;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the platform of an example, and copies the example into a new folder below the given one. */
export async function setUpExample(example: string, folder: string): Promise<Stage> {
  const seed = readSeed(parse(readFileSync(join(example, "live.yaml"), "utf8")));
  if (!seed.ok) throw new Error(JSON.stringify(seed.problems));
  const begun = Date.now();
  const clock = () => Date.parse(seed.now) + Date.now() - begun;
  const running = await startPlatform({ state: seed.state, port: 0, clock, latency: 5, checkAnswer });
  const project = mkdtempSync(join(folder, "project-"));
  cpSync(example, project, { recursive: true });
  const [token = ""] = Object.entries(seed.state.tokens).find(([, { rights }]) => rights === "admin") ?? [];
  return { running, project, env: { DOCFORM_BASE_URL: running.url, DOCFORM_TOKEN: token } };
}

/** The end of a process; no code where it was killed. */
interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly milliseconds: number;
}

/** Runs docform as a process of its own, and kills it when `whenToKill` resolves, if it still runs then. */
export function runKilled(
  { project, env }: Stage,
  cli: string,
  argv: readonly string[],
  whenToKill: Promise<unknown> | undefined = undefined,
): Promise<Ended> {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...argv], {
      cwd: project,
      env: { PATH: process.env.PATH ?? "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said = (said + chunk).slice(-4000);
      });
    void whenToKill?.then(() => child.kill("SIGKILL"));
    child.once("close", (code) => resolve({ code, said, milliseconds: Date.now() - started }));
  });
}

/** Moments that are spread over a whole, each time elsewhere. */
export function momentOf(run: number, whole: number): number {
  return whole * ((run * 0.618_034 + 0.31) % 1);
}
