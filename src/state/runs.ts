import type { Disk, Log } from "../io/disk.ts";
import type { RunStore } from "./backend.ts";
import type { JournalLine } from "./journal-line.ts";

/** Ids of the runs in a folder, the oldest first; none when there is no such folder. */
export async function runIds(
  disk: Pick<Disk, "status" | "names">,
  folder: string,
): Promise<readonly string[]> {
  if ((await disk.status(folder))?.type !== "folder") return [];
  const names = await disk.names(folder);
  return names.flatMap((name) => journalName.exec(name)?.[1] ?? []).sort();
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

/** Begins a run under a lock: its journal has its first lines when the promise resolves. Throws as the store does. */
export async function beginRun(
  runs: RunStore,
  lockId: string,
  { now, randomBytes }: RunSource,
  linesFor: (run: string) => readonly JournalLine[],
): Promise<OpenRun> {
  const last = (await runs.ids()).at(-1);
  const run = runIdAt(now(), last, randomBytes(2));
  return { run, ...journalWriter(await runs.begin(run, linesText(linesFor(run)), lockId)) };
}

/** The pattern of the file name of a journal. */
const journalName = /^(\d{8}-\d{9}-[0-9a-f]{4})\.jsonl$/;

/** Is a text the id of a run? */
export function isRunId(text: string): boolean {
  return journalName.test(`${text}.jsonl`);
}

/**
 * The id of a new run: its time and a random part, for two runs in one millisecond. It sorts after the last
 * id, even when the clock was set back.
 */
export function runIdAt(now: number, last: string | undefined, random: Uint8Array): string {
  const after = last === undefined ? 0 : timeOf(last) + 1;
  const digits = new Date(Math.max(now, after)).toISOString().replaceAll(/\D/g, "");
  const tail = [...random.slice(0, 2)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${tail}`;
}

/** Milliseconds since 1970 that a run id tells. */
function timeOf(run: string): number {
  const part = (from: number, length: number): number => Number(run.slice(from, from + length));
  return Date.UTC(part(0, 4), part(4, 2) - 1, part(6, 2), part(9, 2), part(11, 2), part(13, 2), part(15, 3));
}

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
    close: async () => {
      await flushing.catch(() => {});
      await log.close();
    },
  };
}
