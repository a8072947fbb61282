import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { undiciTransport } from "../../src/client/transport.ts";
import { nodeDisk } from "../../src/io/node-disk.ts";
import { runCommand } from "../../src/io/run-command.ts";
import type { Backend } from "../../src/state/backend.ts";
import { folderBackend, localRuns } from "../../src/state/backends/folder.ts";
import { gitBackend } from "../../src/state/backends/git/git.ts";
import { httpBackend } from "../../src/state/backends/http/http.ts";
import { postgresBackend } from "../../src/state/backends/postgres/postgres.ts";
import type { LockHolder } from "../../src/state/lock.ts";
import { withBase } from "../../src/state/organizations/with-base.ts";
import { startDatabase } from "./database.ts";
import { bareRepository, cloneIn, fileAllowed, serveGit } from "./git-server.ts";
import { gitlabHolder, type StateServerStyle, startStateServer } from "./state-server.ts";

/** A place of state, and the runners that use it: each has a folder and a process of its own. */
export interface Place {
  /** A new runner. */
  readonly runner: () => Backend;
  /** The message to a runner that is refused because of this holder; the holder itself unless given. */
  readonly told?: (holder: LockHolder) => unknown;
  /** The answer of the place for a lock that nobody holds. */
  readonly free?: "unknown";
  readonly close: () => Promise<void>;
}

/** The places that need no server, each made by its function. */
export const ownPlaces = {
  "a folder": async () => {
    const folder = join(newFolder(), ".docform");
    return { runner: () => folderBackend(runnerIo(), folder), close: async () => {} };
  },
  "a folder of one organization, before which there is another place": async () => {
    const project = newFolder();
    const own = join(project, ".docform", "organizations", "org_1");
    const base = folderBackend(runnerIo(), join(project, ".docform"));
    const runner = () => withBase(folderBackend(runnerIo(), own, project), base, ["org_1"]);
    return { runner, close: async () => {} };
  },
  "Git over files, in a ref of one organization": async () => {
    const remote = bareRepository(join(newFolder(), "state.git"));
    return {
      runner: () => gitRunner(`file://${remote}`, { ref: "docform-state.org%2E1" }),
      close: async () => {},
    };
  },
  "Git over files": async () => {
    const remote = bareRepository(join(newFolder(), "state.git"));
    return { runner: () => gitRunner(`file://${remote}`), close: async () => {} };
  },
} as const satisfies Readonly<Record<string, () => Promise<Place>>>;

/** The places on a server, each started by its function. */
export const servers: Readonly<Record<string, () => Promise<Place>>> = {
  "Git over HTTP": async () => {
    const root = newFolder();
    bareRepository(join(root, "state.git"));
    const server = await serveGit(root);
    return { runner: () => gitRunner(`${server.url}/state.git`), close: server.close };
  },
  "a state server as of GitLab": () =>
    stateServerPlace({ as: "GitLab" }, ({ id }) => ({ id, by: gitlabHolder.Who, at: gitlabHolder.Created })),
  "a state server as of Gitea": () => stateServerPlace({ as: "Gitea" }),
  "a state server that names no holder": () => stateServerPlace({ as: "silent" }, () => "unknown"),
  PostgreSQL: async () => {
    const database = await startDatabase();
    const opened: Backend[] = [];
    return {
      runner: () => {
        const backend = postgresBackend({ url: database.url, schema: "docform", project: "docs", sleep });
        opened.push(backend);
        return backend;
      },
      close: async () => {
        for (const backend of opened) await backend.close();
        await database.close();
      },
    };
  },
};

async function stateServerPlace(style: StateServerStyle, told?: Place["told"]): Promise<Place> {
  const server = await startStateServer(style);
  return {
    runner: () =>
      httpBackend({
        transport: undiciTransport(),
        sleep,
        local: localRuns(runnerIo(), join(newFolder(), ".docform")),
        address: `${server.url}/state`,
        lockAddress: `${server.url}/state/lock`,
        unlockAddress: `${server.url}/state/lock`,
        updateMethod: "POST",
        lockMethod: "POST",
        unlockMethod: "DELETE",
      }),
    ...(told === undefined ? {} : { told }),
    free: "unknown",
    close: server.close,
  };
}

/** A runner in a fresh clone of a project, whose state is in a ref of a remote. */
export function gitRunner(
  remote: string,
  { env = {}, ref = "docform-state", folder = newFolder() } = {},
): Backend {
  if (!existsSync(join(folder, ".git"))) cloneIn(folder, remote);
  return gitBackend({
    io: { ...runnerIo(), now: Date.now },
    runCommand,
    env: { PATH: process.env.PATH, HOME: folder, ...(remote.startsWith("file:") ? fileAllowed : {}), ...env },
    folder,
    remote: "origin",
    ref,
  });
}

let lastPid = 100;

/** The machine of a runner: each process has another number, and all of them run. */
export function runnerIo() {
  lastPid += 1;
  return {
    disk: nodeDisk,
    machine: { host: "here", node: process.versions.node, pid: lastPid, isRunning: () => true },
    sleep,
    random: Math.random,
  };
}

/** A new folder for tests. */
export function newFolder(): string {
  const root = join(tmpdir(), "docform-backends");
  mkdirSync(root, { recursive: true });
  return mkdtempSync(join(root, "place-"));
}

/** Waits, and ends at once when the signal aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
}
