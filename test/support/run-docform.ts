import { Readable, Writable } from "node:stream";
import type { Io } from "../../src/io.ts";
import { main } from "../../src/main.ts";

/** What a command line left behind. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run is given; nothing of the process unless it is here. */
export interface Surroundings {
  /** Folder that the command runs in; file names in messages are relative to it. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is typed; with it, all streams are a terminal. */
  readonly typed?: string;
  /** Gets a function that interrupts the run, as Ctrl-C does. */
  readonly whenStarted?: (interrupt: () => void) => void;
}

/** Runs one command line in this process, with streams, environment and interrupts of its own. */
export async function runDocform(argv: readonly string[], surroundings: Surroundings): Promise<Run> {
  const { cwd, env = {}, typed, whenStarted } = surroundings;
  const isTTY = typed !== undefined;
  const [stdout, stderr] = [collector(isTTY), collector(isTTY)];
  const callbacks = new Set<() => void>();
  const io: Io = {
    cwd,
    env,
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin: Object.assign(Readable.from(typed === undefined ? [] : [typed]), { isTTY }),
    now: Date.now,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random: () => 0.5,
    onInterrupt: (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
  whenStarted?.(() => {
    for (const callback of callbacks) callback();
  });
  const code = await main(argv, io);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collector(isTTY: boolean): { readonly stream: Io["stdout"]; readonly text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), text: () => chunks.join("") };
}
