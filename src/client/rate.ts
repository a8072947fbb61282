/** What the platform says of its limit in an answer (A9): requests, and milliseconds since 1970. */
export interface Limit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
}

/** Reads `X-RateLimit-*`; undefined when one is missing or makes no sense. */
export function readLimit(headers: Readonly<Record<string, string>>): Limit | undefined {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => {
    const text = headers[`x-ratelimit-${name}`]?.trim() ?? "";
    return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  }) as [number, number, number];
  if (Number.isNaN(limit + remaining + reset) || limit === 0 || remaining > limit) return undefined;
  return { limit, remaining, resetAt: reset * 1000 };
}

/** Says when the next request can go out without being refused. */
export interface Rate {
  /** A request goes out. */
  sent(): void;
  /** Its answer is here, or is lost. */
  ended(): void;
  /** What an answer said. */
  told(limit: Limit, now: number): void;
  /** The earliest time for the next request; now, or before, when nothing is known. */
  readyAt(now: number): number;
}

/** The longest that a limit holds anything back: a reset far away is more likely a mistake than a limit. */
const longestWait = 60_000;
/** Of a limit above it one request stays unused: what is learnt is never quite exact. */
const smallLimit = 4;
/** How often to look again while answers are on their way. */
const afterReset = 100;
/** Time over which requests that come back are counted. */
const memory = 2000;
/** Observed time from which on what was counted is better than a guess. */
const leastObserved = 250;

/**
 * Keeps the account of requests that are left. What the platform says is the balance, requests in flight are taken off
 * it, and it is learnt how fast it fills: a bucket fills all the time, and waiting for its reset would waste half
 * of it; a window of time fills only at its reset, and a request before it would be refused.
 */
export function createRate(): Rate {
  const refill = createRefill();
  let inFlight = 0;
  let last: (Limit & { readonly at: number }) | undefined;
  /** Requests that the balance does not know of. */
  let unknown = 0;
  return {
    sent: () => {
      inFlight += 1;
      unknown += 1;
    },
    ended: () => {
      inFlight -= 1;
    },
    told: (limit, now) => {
      if (last !== undefined) refill.observe(last, { ...limit, at: now });
      last = { ...limit, at: now };
      unknown = inFlight;
    },
    readyAt: (now) => {
      if (last === undefined || (inFlight === 0 && now >= last.resetAt)) return now;
      const remaining = now >= last.resetAt ? last.limit : last.remaining;
      const missing = (last.limit > smallLimit ? 2 : 1) + unknown - remaining;
      if (missing <= 0) return now;
      // After the reset, answers on their way tell how it goes on.
      if (now >= last.resetAt) return now + afterReset;
      const ready = last.at + missing / refill.perMillisecond(last);
      return Math.ceil(Math.min(ready, last.resetAt, now + longestWait));
    },
  };
}

type Told = Limit & { readonly at: number };

/** Learns how many requests come back in a millisecond. */
function createRefill() {
  let gained = 0;
  let observed = 0;
  return {
    /** Two answers in a row. Of a full account, and of one that was reset between them, nothing can be learnt. */
    observe: (before: Told, after: Told): void => {
      const time = after.at - before.at;
      const isFull = after.remaining >= after.limit - 1 && after.limit > 1;
      if (isFull || time < 0 || time > memory || after.at >= before.resetAt) return;
      const kept = Math.exp(-time / memory);
      gained = gained * kept + after.remaining - before.remaining + 1;
      observed = observed * kept + time;
    },
    perMillisecond: ({ limit, remaining, resetAt, at }: Told): number => {
      if (observed < leastObserved) return (limit - remaining) / Math.max(1, resetAt - at);
      return Math.max(0, gained / observed);
    },
  };
}
