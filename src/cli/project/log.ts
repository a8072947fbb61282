import type { Io } from "../../io/io.ts";

/** A log of lines. */
export interface Log {
  readonly line: (line: string) => void;
  /** Writes what has not been written yet. */
  readonly flush: () => void;
}

/** A log on a stream: lines of one turn of the event loop are written together, since each write is a system call. */
export function createLog(stream: Io["stderr"], safe: (line: string) => string): Log {
  let waiting: string[] = [];
  const flush = (): void => {
    if (waiting.length > 0) stream.write(`${waiting.join("\n")}\n`);
    waiting = [];
  };
  const line = (text: string): void => {
    if (waiting.push(safe(text)) === 1) setImmediate(flush);
  };
  return { line, flush };
}
