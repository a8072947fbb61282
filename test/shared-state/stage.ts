import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { readSeed } from "../../src/platform/seed/seed.ts";
import { type RunningPlatform, startPlatform } from "../../src/platform/server/server.ts";
import { startDatabase } from "../backends/database.ts";
import { bareRepository, cloneIn, fileAllowed } from "../backends/git-server.ts";
import { startStateServer } from "../backends/state-server.ts";
import { builtDocform } from "../support/processes/built-docform.ts";

/** A place of state that many projects use one after the other: what docform.yaml says, and the environment. */
export interface SharedPlace {
  /** All runners work in one folder, which has the state in it. */
  readonly isFolder?: true;
  /** A new, empty state in it. */
  readonly fresh: () => Promise<{
    readonly state: string;
    readonly env: Readonly<Record<string, string>>;
    /** The remote of each clone. */
    readonly origin?: string;
  }>;
  readonly close: () => Promise<void>;
}

/** The places that runners share. */
export const sharedPlaces: Readonly<Record<string, () => Promise<SharedPlace>>> = {
  "one folder": async () => ({
    isFolder: true,
    fresh: async () => ({ state: "local", env: {} }),
    close: async () => {},
  }),
  git: async () => {
    const root = newFolder();
    let count = 0;
    return {
      fresh: async () => {
        const remote = bareRepository(join(root, `state-${count++}.git`));
        return { state: "{ git: {} }", origin: `file://${remote}`, env: fileAllowed };
      },
      close: async () => rmSync(root, { recursive: true, force: true }),
    };
  },
  http: async () => {
    const servers: { close: () => Promise<void> }[] = [];
    return {
      fresh: async () => {
        const server = await startStateServer({ as: "Gitea" });
        servers.push(server);
        return { state: `{ http: { address: "${server.url}/state" } }`, env: {} };
      },
      close: async () => {
        await Promise.all(servers.map((server) => server.close()));
      },
    };
  },
  postgres: async () => {
    const database = await startDatabase();
    let count = 0;
    return {
      fresh: async () => ({
        state: `{ postgres: { project: "p${count++}" } }`,
        env: { DOCFORM_STATE_URL: database.url },
      }),
      close: database.close,
    };
  },
};

const live = parse(readFileSync("examples/hub/live.yaml", "utf8"));

/** The example on a platform of its own, whose state is in a shared place. */
export interface Stage {
  readonly running: RunningPlatform;
  /** The number of calls so far that have changed the platform. */
  readonly changes: () => number;
  /** Makes a fresh clone of the project: a runner of a pipeline. */
  readonly clone: () => string;
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Sets the example up on a platform with some latency, with its state in a place that is new. */
export async function setStage(place: SharedPlace, latency: number): Promise<Stage> {
  const seed = readSeed(live);
  if (!seed.ok) throw new Error(JSON.stringify(seed.problems));
  const begun = Date.now();
  const clock = () => Date.parse(seed.now) + Date.now() - begun;
  let changes = 0;
  const log = (line: string): void => {
    const { mutates, status } = JSON.parse(line);
    if (mutates === true && status < 300) changes += 1;
  };
  const running = await startPlatform({ state: seed.state, port: 0, clock, latency, log });
  const { state, env, origin } = await place.fresh();
  const root = newFolder();
  let only: string | undefined;
  return {
    running,
    changes: () => changes,
    clone: () => {
      if (only !== undefined) return only;
      const folder = mkdtempSync(join(root, "clone-"));
      cpSync("examples/hub", folder, { recursive: true });
      const file = join(folder, "docform.yaml");
      writeFileSync(file, `${readFileSync(file, "utf8")}\nstate: ${state}\n`);
      if (origin !== undefined) cloneIn(folder, origin);
      if (place.isFolder) only = folder;
      return folder;
    },
    env: { DOCFORM_BASE_URL: running.url, DOCFORM_TOKEN: "orbit-admin", ...env },
    close: async () => {
      await running.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** How a process of docform ended: the code is null when it was killed. */
export interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly milliseconds: number;
}

/** Runs docform in a clone as a process of its own; kills it after so many milliseconds, if it still runs then. */
export async function runIn(
  { env }: Pick<Stage, "env">,
  folder: string,
  line: string,
  killAfter?: number,
): Promise<Ended> {
  const command = join(await builtDocform(), "cli.cjs");
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...line.split(" ")], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? "", HOME: folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said = (said + chunk).slice(-20_000);
      });
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, said, milliseconds: Date.now() - started });
    });
  });
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "docform-shared-"));
}
