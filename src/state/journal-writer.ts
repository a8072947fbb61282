import type { Log } from "../io/disk.ts";
import type { JournalLine } from "./journal-line.ts";

/** Lines of a journal as text. */
export function linesText(lines: readonly JournalLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Writes lines of one journal. */
export interface JournalWriter {
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
