import type { Clock } from "../../../src/client/clock.ts";

/** A clock that goes on only when everybody waits, and then to the moment at which the first wants to wake. */
export interface VirtualTime extends Clock {
  /** Lets time pass until the work is done. Fails when it waits for something that never comes. */
  readonly run: <T>(work: Promise<T>) => Promise<T>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Virtual time from a moment in milliseconds since 1970. Those who wake at the same time do so in the order they slept. */
export function virtualTime(start = 0): VirtualTime {
  let now = start;
  const sleepers = new Set<Sleeper>();
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((wake, reject) => {
      const sleeper = { at: now + Math.max(0, ms), wake };
      sleepers.add(sleeper);
      const abort = () => {
        if (sleepers.delete(sleeper)) reject(signal?.reason);
      };
      if (signal?.aborted) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });
  const next = (): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const one of sleepers) if (first === undefined || one.at < first.at) first = one;
    return first;
  };
  const run = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (;;) {
      // All that can go on without time passing goes on first.
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return work;
      const sleeper = next();
      if (sleeper === undefined) throw new Error("everybody waits, and nobody sleeps");
      now = Math.max(now, sleeper.at);
      for (const one of [...sleepers].filter(({ at }) => at <= now)) {
        sleepers.delete(one);
        one.wake();
      }
    }
  };
  return { now: () => now, monotonic: () => now, sleep, run };
}
