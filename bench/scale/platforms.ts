import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { started } from "../started.ts";

/** An answer of a platform. */
interface Answer {
  /** Milliseconds since 1970, at its request. */
  readonly at: number;
  readonly status: number;
}

/** Platforms in processes of their own, all of one seed. */
export interface Platforms {
  /** The environment of the process of docform with this number: they take turns with the platforms. */
  readonly envOf: (process: number) => Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  readonly close: () => void;
}

/** Starts so many platforms with further arguments of `docform serve`. */
export async function startPlatforms(count: number, argv: readonly string[]): Promise<Platforms> {
  const answers: Answer[] = [];
  const servers = Array.from({ length: count }, () => {
    const command = ["dist/cli.cjs", "serve", "--port", "0", ...argv];
    const server = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
    createInterface({ input: server.stderr }).on("line", (line) => {
      const { time, status } = JSON.parse(line);
      if (status !== undefined) answers.push({ at: Date.parse(time), status });
    });
    return server;
  });
  const close = (): void => {
    for (const server of servers) server.kill();
  };
  try {
    const listening = await Promise.all(servers.map(started));
    const envs = listening.map(({ url, token }) => ({ DOCFORM_BASE_URL: url, DOCFORM_TOKEN: token }));
    return { envOf: (process) => envs[process % count] ?? {}, answers, close };
  } catch (problem) {
    close();
    throw problem;
  }
}
