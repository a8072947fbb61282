import { setTimeout as sleep } from "node:timers/promises";

/** Time, as a parameter: tests and simulations pass their own. */
export interface Clock {
  /** Milliseconds since 1970: for times that people read, and that are written or compared with written ones. */
  now(): number;
  /** Milliseconds from any fixed point, by a clock that nobody sets: for all durations. */
  monotonic(): number;
  /** Ends after that many milliseconds; rejects when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  },
};
