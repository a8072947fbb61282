/** Repeats that are always allowed: a short run could not repeat anything otherwise. */
const leastRepeats = 20;
/** And for each request in flight, so that one reset of all connections can be repeated whole. */
const perPlace = 2;
/** Repeats for each call. */
const share = 0.1;

/**
 * How many repeats all calls of a client have together. When much fails, repeating it all would double the load
 * of a platform that is in trouble already. A 429 is no failure and takes nothing of it.
 */
export interface Budget {
  /** Tells of a new call. */
  called(): void;
  /** Takes one repeat; false when there is none left. */
  take(): boolean;
}

/** A budget of a tenth of the calls, and of at least a few. */
export function createBudget(concurrency: number): Budget {
  const least = Math.max(leastRepeats, perPlace * concurrency);
  let calls = 0;
  let repeats = 0;
  return {
    called: () => {
      calls += 1;
    },
    take: () => {
      if (repeats + 1 > Math.max(least, calls * share)) return false;
      repeats += 1;
      return true;
    },
  };
}
