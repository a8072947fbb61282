/** Most requests in flight. */
export interface Concurrency {
  /** Of those that may change something. The window of all requests begins with as many. */
  readonly writes: number;
  /** Of all: as far as the window grows. */
  readonly all: number;
}

/** The windows for a number that the user gave. Without one, only reads become more than eight. */
export function concurrencyOf(given: number | undefined): Concurrency {
  // With no place at all every call would wait for ever.
  const most = Math.max(1, Math.floor(given ?? 8) || 1);
  return { writes: most, all: given === undefined ? 64 : most };
}

/** How much longer than the fastest one an answer may take for the window to grow beyond its first size. */
const slowdown = 2;

/**
 * The number of requests in flight, as in the congestion control of TCP. Until the platform refuses one, each answer
 * makes room for one more; afterwards each window of answers does.
 */
export function createWindow({ writes: first, all: most }: Concurrency) {
  let size = first;
  let least = Number.POSITIVE_INFINITY;
  let halvedAt: number | undefined;
  return {
    room: (): number => Math.floor(size),
    grow: (latency: number): void => {
      least = Math.min(least, latency);
      if (size >= first && latency > slowdown * least) return;
      size = Math.min(most, size + (halvedAt === undefined ? 1 : 1 / Math.floor(size)));
    },
    /** Half of what is in flight, once for all requests that were together: those up to `latest`. */
    halve: (ticket: number, latest: number, inFlight: number): void => {
      if (halvedAt !== undefined && ticket <= halvedAt) return;
      halvedAt = latest;
      size = Math.max(1, Math.min(size, Math.max(inFlight, first)) / 2);
    },
  };
}
