import { Writable } from "node:stream";
import { main } from "../../../src/cli/main.ts";
import type { Io } from "../../../src/io/io.ts";
import { ioOf } from "./run-docform.ts";

/** A `docform serve` of this process. */
export interface Serving {
  readonly url: string;
  readonly token: string;
  /** Lines of stderr so far. */
  readonly log: readonly string[];
  /** Interrupts it, and gives its exit code. */
  readonly stop: () => Promise<number>;
}

/** Starts `docform serve` on a free port; fails with what it says when it does not start. */
export async function runServe(
  argv: readonly string[],
  { cwd, now = Date.now }: { readonly cwd: string; readonly now?: () => number },
): Promise<Serving> {
  let interrupt = () => {};
  const base = ioOf({
    cwd,
    whenStarted: (stop) => {
      interrupt = stop;
    },
  });
  const log: string[] = [];
  let started = (_line: string) => {};
  const firstLine = new Promise<string>((resolve) => {
    started = resolve;
  });
  const stderr = lines((line) => log.push(line));
  const io: Io = { ...base, now, monotonic: now, stdout: lines((line) => started(line)), stderr };
  const done = main(["serve", "--port", "0", ...argv], io);
  const ended = done.then((code) => `exit ${code}\n${log.join("\n")}`);
  const line = await Promise.race([firstLine, ended]);
  if (line.startsWith("exit ")) throw new Error(line);
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return {
    url,
    token,
    log,
    stop: () => {
      interrupt();
      return done;
    },
  };
}

function lines(each: (line: string) => void): Io["stdout"] {
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      for (const line of String(chunk).split("\n")) if (line !== "") each(line);
      done();
    },
  });
  return Object.assign(stream, { isTTY: false });
}
