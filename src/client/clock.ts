import { setTimeout as sleep } from "node:timers/promises";

/** Time, as a parameter: tests and simulations pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends after that many milliseconds; rejects when the signal aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  },
};
