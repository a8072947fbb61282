import { posix } from "node:path";
import { Readable } from "node:stream";
import { main } from "../../src/cli/main.ts";
import type { Disk } from "../../src/io/disk.ts";
import type { Io } from "../../src/io/io.ts";
import {
  type DiagnosticExample,
  exampleSettings,
  type Files,
} from "../../src/model/codes/diagnostic-info.ts";
import { createMemoryDisk, type MemoryDisk } from "../../test/simulation/machine/memory-disk.ts";
import { collector } from "../../test/support/processes/collector.ts";
import { shellWords } from "../../test/support/processes/shell-words.ts";
import { type ExampleClock, examplePlatform } from "./example-platform.ts";
import { exampleEnvironment } from "./example-world.ts";

/** The output of docform for an example. */
export interface ExampleRun {
  readonly code: number;
  /** stderr, then stdout. */
  readonly output: string;
}

const folder = "/project";

/** The files that an example begins with. */
export function filesOf({ files = {} }: DiagnosticExample): Files {
  return { "docform.yaml": exampleSettings, ...files };
}

/** Runs an example: in memory, on a clock of its own, so that it says the same each time. */
export async function runExample(example: DiagnosticExample): Promise<ExampleRun> {
  const clock = exampleClock();
  const openTransport = (
    (platform) => () =>
      platform
  )(examplePlatform(example, clock));
  const memory = createMemoryDisk(inFolder(filesOf(example)));
  const run = (line: string): Promise<ExampleRun> =>
    runLine(line, { ...ioOf(example, clock, exampleDisk(memory)), openTransport });
  for (const step of example.before ?? []) {
    if (typeof step === "string") await succeed(step, run);
    else await write(exampleDisk(memory), step);
  }
  return run(example.line ?? "validate");
}

async function runLine(line: string, io: Io): Promise<ExampleRun> {
  const [stdout, stderr] = [collector(), collector()];
  const code = await main(shellWords(line), { ...io, stdout: stdout.stream, stderr: stderr.stream });
  return { code, output: `${stderr.text()}${stdout.text()}`.replaceAll(`${folder}/`, "") };
}

async function succeed(line: string, run: (line: string) => Promise<ExampleRun>): Promise<void> {
  const { code, output } = await run(line);
  if (code !== 0) throw new Error(`docform ${line} ends with ${code}:\n${output}`);
}

async function write(disk: Disk, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(inFolder(files))) {
    await disk.remove(path);
    await disk.create(path, text);
  }
}

function inFolder(files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [posix.join(folder, path), text]));
}

/** It begins with the year of the embedded platform. */
function exampleClock(): ExampleClock {
  let time = Date.parse("2026-01-01T00:00:00Z");
  return {
    now: () => time,
    monotonic: () => time,
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** Files that others may read, as most are, and no folder where a file is. */
function exampleDisk(memory: MemoryDisk): Disk {
  const disk = memory.open(
    async (_, change) => change.whole(),
    () => undefined,
  );
  return {
    ...disk,
    status: async (path) => {
      const found = await disk.status(path);
      return found && { ...found, othersMayRead: true };
    },
    makeFolder: async (path) => {
      for (let at = path; at !== "/"; at = posix.dirname(at))
        if (memory.files.has(at)) throw Object.assign(new Error("ENOTDIR"), { code: "ENOTDIR" });
    },
  };
}

function ioOf({ env }: DiagnosticExample, clock: ExampleClock, disk: Disk): Io {
  return {
    cwd: folder,
    env: { ...exampleEnvironment, ...env },
    stdout: collector().stream,
    stderr: collector().stream,
    stdin: () => Readable.from([]),
    ...clock,
    random: () => 0.5,
    randomBytes: (size) => new Uint8Array(size),
    disk,
    machine: { host: "here", node: "20.19.0", pid: 100, isRunning: (pid) => pid === 100 },
    onInterrupt: () => () => {},
  };
}
