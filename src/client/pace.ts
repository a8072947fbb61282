import { AsyncResource } from "node:async_hooks";
import type { Clock } from "./clock.ts";
import { type Concurrency, createWindow } from "./window.ts";

/** The facts of a request that decide its pace. */
export interface Paced {
  /** It was turned away before. */
  readonly isRepeated?: boolean;
  /** It may change something. */
  readonly isWrite?: boolean;
}

/** Decides when a request may go out; shared by all calls of a client. */
export interface Pace {
  /** Runs a task when there is room and no pause. A repeated call goes before those not yet sent. */
  run<T>(request: Paced, task: (ticket: number) => Promise<T>): Promise<T>;
  /** The platform took a request, and answered it after so many milliseconds. */
  succeeded(latency: number): void;
  /**
   * The platform said how many more requests it takes, and for how many milliseconds that holds (A9). No more are in
   * flight meanwhile. When none is left, one may ask as soon as a limit that fills evenly takes one more. An answer that
   * does not say so ends it.
   */
  remaining(limit: RequestsLeft | undefined): void;
  /** The platform answered 429: every request waits that long, and half as many are in flight afterwards. */
  throttled(ticket: number, wait: number): void;
}

/** The requests that a platform takes until its limit is reset. */
export interface RequestsLeft {
  readonly requests: number;
  /** The most that it ever takes; undefined when it does not say. */
  readonly of: number | undefined;
  /** Milliseconds until the reset; undefined when the platform does not say. */
  readonly resetIn: number | undefined;
}

/** A limit in times of the monotonic clock. */
interface Limit {
  /** The most requests in flight. */
  readonly requests: number;
  readonly from: number;
  readonly until: number;
}

const unlimited: Limit = { requests: Number.POSITIVE_INFINITY, from: 0, until: 0 };

/** The longest wait, in milliseconds, for a platform that says that no request is left. For longer, it answers 429. */
const longestRefill = 1000;

/** The limit that the platform named. With no request left it begins when a limit that fills evenly takes one more. */
function limitOf({ requests, of, resetIn = Number.POSITIVE_INFINITY }: RequestsLeft, now: number): Limit {
  const isKnown = of !== undefined && resetIn < Number.POSITIVE_INFINITY;
  const refill = requests === 0 && isKnown ? Math.min(resetIn / of, longestRefill) : 0;
  return { requests: Math.max(1, requests), from: now + refill, until: now + resetIn };
}

/** The parts of the pace. */
export interface PaceOptions {
  readonly concurrency: Concurrency;
  readonly clock: Clock;
  readonly deadline: Deadline;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A window of requests in flight, and one pause for all. A request that was turned away goes first: otherwise the same
 * few calls could lose every round and run out of attempts.
 */
export function createPace({ concurrency, clock, deadline, signal }: PaceOptions): Pace {
  const window = createWindow(concurrency);
  const queue = createQueue(signal);
  const alarm = createAlarm(clock, signal);
  let [inFlight, writing, sent] = [0, 0, 0];
  let pausedUntil = 0;
  let limited = unlimited;

  const admit = () => {
    for (;;) {
      const now = clock.monotonic();
      const most = now < limited.until ? Math.min(window.room(), limited.requests) : window.room();
      const lane = queue.next(writing < concurrency.writes);
      if (inFlight >= most || lane === undefined) break;
      const at = Math.max(now, pausedUntil, limited.from);
      if (!deadline.allows(at)) return queue.refuseAll(deadline.why());
      if (at > now && !alarm.hasRung(at)) return alarm.set(at, admit);
      sent += 1;
      lane.shift()?.start(sent);
    }
    alarm.cancel();
  };
  const count = (isWrite: boolean, change: 1 | -1): void => {
    inFlight += change;
    if (isWrite) writing += change;
  };
  return {
    run: ({ isRepeated = false, isWrite = false }, task) =>
      new Promise((resolve, refuse) => {
        const leave = () => {
          count(isWrite, -1);
          admit();
        };
        // At once, not after a promise: a pause that begins between the two would be missed.
        const start = (ticket: number) => {
          count(isWrite, 1);
          void task(ticket).finally(leave).then(resolve, refuse);
        };
        // Another call starts it, which may be of another trace.
        queue.add({ isRepeated, isWrite }, { start: AsyncResource.bind(start), refuse });
        admit();
      }),
    succeeded: (latency) => {
      // A window that is mostly empty tells nothing of a larger one.
      if (inFlight * 2 >= window.room()) window.grow(latency);
    },
    remaining: (left) => {
      limited = left === undefined ? unlimited : limitOf(left, clock.monotonic());
    },
    throttled: (ticket, wait) => {
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + wait);
      window.halve(ticket, sent, inFlight);
    },
  };
}

interface Waiter {
  readonly start: (ticket: number) => void;
  readonly refuse: (problem: Error) => void;
}

type Lane = (Waiter & { readonly number: number })[];

/**
 * Calls that wait to be sent: repeated ones first, each sort in the order in which they came. An interrupt ends all
 * of them at once: none waits for a request in flight, nor for a pause.
 */
function createQueue(signal: AbortSignal | undefined) {
  const repeated: Record<"reads" | "writes", Lane> = { reads: [], writes: [] };
  const fresh: typeof repeated = { reads: [], writes: [] };
  let added = 0;
  const refuseAll = (why: string): void => {
    const all = [repeated.reads, repeated.writes, fresh.reads, fresh.writes];
    for (const { refuse } of all.flatMap((lane) => lane.splice(0))) refuse(new Stopped(why));
  };
  const interrupt = (): void => refuseAll("it was interrupted");
  signal?.addEventListener("abort", interrupt, { once: true });
  return {
    add: ({ isRepeated, isWrite }: Required<Paced>, waiter: Waiter): void => {
      (isRepeated ? repeated : fresh)[isWrite ? "writes" : "reads"].push({ ...waiter, number: added++ });
      if (signal?.aborted) interrupt();
    },
    /** The lane whose first call is next; undefined when none may go. */
    next: (mayWrite: boolean): Lane | undefined => {
      for (const { reads, writes } of [repeated, fresh]) {
        const numberOf = ([first]: Lane): number => first?.number ?? Number.POSITIVE_INFINITY;
        const [read, write] = [numberOf(reads), mayWrite ? numberOf(writes) : Number.POSITIVE_INFINITY];
        if (Math.min(read, write) < Number.POSITIVE_INFINITY) return read < write ? reads : writes;
      }
      return undefined;
    },
    refuseAll,
  };
}

/** Wakes once, at the time that was set last. */
function createAlarm(clock: Clock, signal: AbortSignal | undefined) {
  let setTo: number | undefined;
  let rungAt = Number.NEGATIVE_INFINITY;
  let current = new AbortController();
  const ring = async (at: number, wake: () => void, cancelled: AbortSignal) => {
    const until = signal === undefined ? cancelled : AbortSignal.any([signal, cancelled]);
    await clock.sleep(at - clock.monotonic(), until).catch(() => {});
    if (cancelled.aborted) return;
    setTo = undefined;
    rungAt = at;
    wake();
  };
  const cancel = (): void => {
    if (setTo === undefined) return;
    setTo = undefined;
    current.abort();
  };
  return {
    cancel,
    set: (at: number, wake: () => void): void => {
      if (setTo === at) return;
      cancel();
      current = new AbortController();
      setTo = at;
      void ring(at, wake, current.signal);
    },
    /** Has that time come, even by a clock that stands still? */
    hasRung: (at: number): boolean => at <= rungAt,
  };
}

/** Thrown for a call that was not sent: the deadline has passed, or somebody interrupted. */
export class Stopped extends Error {
  constructor(why: string) {
    super(why);
    this.name = "Stopped";
  }
}

/** The longest pause of a client without a deadline, in milliseconds. */
const longestPause = 600_000;

/** The time from which on a client sends nothing more; shared by all its calls. Times are of the monotonic clock. */
export interface Deadline {
  /** Is nothing more sent? Once true, it stays. */
  isOver(): boolean;
  /** Whether a request may be sent at that time. After the first refusal, all later ones are refused too. */
  allows(at: number): boolean;
  /** Milliseconds until then; undefined without a deadline. */
  left(): number | undefined;
  /** Why it is over, as a sentence without a stop. */
  why(): string;
}

/**
 * A deadline by the monotonic clock. Without one, nothing is sent after a pause of more than ten minutes: a platform that
 * asks for a longer one must not hold a run for ever.
 */
export function createDeadline(clock: Clock, end?: number): Deadline {
  let why: string | undefined;
  const allows = (time: number): boolean => {
    const now = clock.monotonic();
    const seconds = Math.ceil((time - now) / 1000);
    if (end === undefined && time - now > longestPause)
      why ??= `the next request would be in ${seconds} s, and without a deadline docform waits ${longestPause / 1000} s at most`;
    if (end !== undefined && time >= end)
      why ??= now >= end ? passed : `the next request would be in ${seconds} s, after the deadline`;
    return why === undefined;
  };
  return {
    allows,
    isOver: () => !allows(clock.monotonic()),
    left: () => (end === undefined ? undefined : end - clock.monotonic()),
    why: () => why ?? passed,
  };
}

const passed = "the deadline has passed";
