import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { main } from "../../../src/cli/main.ts";
import type { Disk } from "../../../src/io/disk.ts";
import type { Io, Machine } from "../../../src/io/io.ts";
import { nodeDisk } from "../../../src/io/node-disk.ts";
import { collector } from "./collector.ts";

/** The result of a command line. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The input of a run; nothing of the process unless it is here. */
export interface Surroundings {
  /** Folder that the command runs in; file names in messages are relative to it. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Typed text; with it, all streams are a terminal. */
  readonly typed?: string;
  /** With it, stdout is a terminal that says it has so many columns. */
  readonly columns?: number;
  /** Text on stdin, from a pipe. */
  readonly piped?: string;
  /** How it waits; real time unless given. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970; those of the machine unless given. */
  readonly now?: () => number;
  /** Gets a function that interrupts the run, as Ctrl-C does. */
  readonly whenStarted?: (interrupt: () => void) => void;
  /** Where its files are; the disk of this machine unless given. */
  readonly disk?: Disk;
  /** Opens what carries requests; sockets unless given. */
  readonly openTransport?: NonNullable<Io["openTransport"]>;
  /** Version of Node; that of this process unless given. */
  readonly node?: string;
}

/** Runs one command line in this process, with streams, environment and interrupts of its own. */
export async function runDocform(argv: readonly string[], surroundings: Surroundings): Promise<Run> {
  const isTTY = surroundings.typed !== undefined;
  const { columns } = surroundings;
  const [stdout, stderr] = [collector(isTTY || columns !== undefined), collector(isTTY)];
  const stream = columns === undefined ? stdout.stream : Object.assign(stdout.stream, { columns });
  const code = await main(argv, { ...ioOf(surroundings), stdout: stream, stderr: stderr.stream });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** The process for a command; its output is not kept. */
export function ioOf({
  cwd,
  env = {},
  typed,
  piped,
  sleep = pause,
  now = Date.now,
  whenStarted,
  disk = nodeDisk,
  openTransport,
  node = process.versions.node,
}: Surroundings): Io {
  const isTTY = typed !== undefined;
  const input = typed ?? piped;
  const callbacks = new Set<() => void>();
  whenStarted?.(() => {
    for (const callback of callbacks) callback();
  });
  const stdin = Object.assign(Readable.from(input === undefined ? [] : [input]), { isTTY });
  return {
    cwd,
    env,
    stdout: collector(isTTY).stream,
    stderr: collector(isTTY).stream,
    stdin: () => stdin,
    now,
    monotonic: now,
    sleep,
    random: () => 0.5,
    randomBytes,
    disk,
    machine: machineOf(node),
    ...(openTransport === undefined ? {} : { openTransport }),
    onInterrupt: (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
}

const pids = new Set<number>();

/** Each run is a process of its own, on one machine. */
function machineOf(node: string): Machine {
  const pid = 1000 + pids.size;
  pids.add(pid);
  return { host: "test", node, pid, isRunning: (other) => pids.has(other) };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
