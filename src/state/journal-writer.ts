import type { Disk, Log } from "../io/disk.ts";
import type { RunStore } from "./backend.ts";
import type { JournalLine } from "./journal-line.ts";
import { isRunId, laterRun, runIdAt } from "./run-id.ts";

/** Ids of the runs in a folder, the oldest first; none when there is no such folder. */
export async function runIds(
  disk: Pick<Disk, "status" | "names">,
  folder: string,
): Promise<readonly string[]> {
  if ((await disk.status(folder))?.type !== "folder") return [];
  const names = await disk.names(folder);
  return names
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length))
    .filter(isRunId)
    .sort();
}

/** A run that has begun, whose journal is open. */
export interface OpenRun extends JournalWriter {
  readonly run: string;
}

/** The clock and randomness from which a run id is made. */
interface RunSource {
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Begins a run under a lock: its journal has its first lines when the promise resolves. Its id sorts after those of all
 * runs that have a journal, and after the run that the record names. Throws as the store does.
 */
export async function beginRun(
  runs: RunStore,
  { lockId, recorded }: { readonly lockId: string; readonly recorded?: string | undefined },
  { now, randomBytes }: RunSource,
  linesFor: (run: string) => readonly JournalLine[],
): Promise<OpenRun> {
  const last = laterRun((await runs.ids()).at(-1), recorded);
  const run = runIdAt(now(), last, randomBytes(2));
  return { run, ...journalWriter(await runs.begin(run, linesText(linesFor(run)), lockId)) };
}

/** The end of a journal's file name, after the id of its run. */
const extension = ".jsonl";

/** Lines of a journal as text. */
export function linesText(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Writes lines of one journal. */
interface JournalWriter {
  /**
   * Resolves when the line is on disk. After one failure every later call fails too, since the file may end
   * in a torn line.
   */
  readonly write: (line: JournalLine) => Promise<void>;
  /** Resolves when all lines are where other machines see them. */
  readonly publish: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Writes to a log: lines that come while others are being flushed are flushed together. */
export function journalWriter(log: Log): JournalWriter {
  let waiting = "";
  let flushing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const flush = (): Promise<void> => {
    next = undefined;
    const text = waiting;
    waiting = "";
    return log.append(text);
  };
  const write = (line: JournalLine): Promise<void> => {
    waiting += linesText([line]);
    if (next === undefined) {
      next = flushing.then(flush);
      flushing = next;
      // The writer of each line handles the error; the chain itself must not raise an unhandled rejection.
      flushing.catch(() => {});
    }
    return next;
  };
  return {
    write,
    publish: async () => log.publish?.(),
    close: async () => {
      await flushing.catch(() => {});
      await log.close();
    },
  };
}
