import { setMaxListeners } from "node:events";
import type { Io } from "../io/io.ts";

/** A command was interrupted before it had sent anything. */
export class Interrupted extends Error {}

/** Handles interrupts (Ctrl-C, SIGTERM) of a command that changes something. */
export interface Interrupts {
  /** Aborts at the second interrupt. Calls whose answer is pending are then in doubt. */
  readonly signal: AbortSignal;
  /** Rejects with `Interrupted` at the first interrupt, as long as nothing runs. */
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  /** From here on calls are sent: the first interrupt lets those in flight finish, the second stops at once. */
  readonly begin: () => void;
  /** Aborts at the first interrupt: no call begins any more. */
  readonly ending: AbortSignal;
  readonly isStopping: () => boolean;
  /** Ends when everything is to stop at once. */
  readonly stopped: Promise<void>;
  readonly end: () => void;
}

/** Listens to interrupts until `end`. */
export function watchInterrupts(io: Io): Interrupts {
  const abort = new AbortController();
  const { signal } = abort;
  const begun = new AbortController();
  const ending = begun.signal;
  // Each call that waits for its turn listens to it.
  setMaxListeners(0, ending);
  let isRunning = false;
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const end = io.onInterrupt(() => {
    if (!isRunning || ending.aborted) {
      if (isRunning && !signal.aborted)
        io.stderr.write("Interrupted again: it stops at once, and what is in flight counts as unknown.\n");
      abort.abort();
    } else {
      io.stderr.write("Interrupted: calls in flight finish, no other starts. Once more stops at once.\n");
    }
    begun.abort();
  });
  const whenStopped = stopped.then(() => {
    // A running command is never thrown out of: it first writes its journal and reports its result.
    if (!isRunning) throw new Interrupted();
    return new Promise<never>(() => {});
  });
  whenStopped.catch(() => {});
  return {
    signal,
    guard: (work) => Promise.race([work, whenStopped]),
    begin: () => {
      if (signal.aborted) throw new Interrupted();
      isRunning = true;
    },
    ending,
    isStopping: () => ending.aborted,
    stopped,
    end,
  };
}
