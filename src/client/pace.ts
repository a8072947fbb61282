import type { Clock } from "./clock.ts";

/** Decides when a request may go out; shared by all calls of a client. */
export interface Pace {
  /** Runs a task when there is room and no pause. A repeated call goes before those not yet sent. */
  run<T>(isRepeated: boolean, task: (ticket: number) => Promise<T>): Promise<T>;
  /** The platform took a request. */
  succeeded(): void;
  /**
   * The platform said how many more requests it takes, and for how many milliseconds that holds (A9). No more are in
   * flight meanwhile, but one may always ask. An answer that does not say so ends it.
   */
  remaining(limit: RequestsLeft | undefined): void;
  /** The platform answered 429: every request waits that long, and half as many are in flight afterwards. */
  throttled(ticket: number, wait: number): void;
}

/** The requests that a platform takes until its limit is reset. */
export interface RequestsLeft {
  readonly requests: number;
  /** Milliseconds until the reset; undefined when the platform does not say. */
  readonly resetIn: number | undefined;
}

/** The parts of the pace. */
export interface PaceOptions {
  /** Most requests in flight. */
  readonly concurrency: number;
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
  let inFlight = 0;
  let sent = 0;
  let pausedUntil = 0;
  let limited = { requests: Number.POSITIVE_INFINITY, until: 0 };

  const admit = () => {
    for (;;) {
      const now = clock.monotonic();
      const most = now < limited.until ? Math.min(window.room(), limited.requests) : window.room();
      if (inFlight >= most || queue.isEmpty()) break;
      const at = Math.max(now, pausedUntil);
      if (!deadline.allows(at)) return queue.refuseAll(deadline.why());
      if (at > now && !alarm.hasRung(at)) return alarm.set(at, admit);
      inFlight += 1;
      sent += 1;
      queue.startOne(sent);
    }
    alarm.cancel();
  };
  const leave = () => {
    inFlight -= 1;
    admit();
  };
  return {
    run: (isRepeated, task) =>
      new Promise((resolve, refuse) => {
        // At once, not after a promise: a pause that begins between the two would be missed.
        const start = (ticket: number) => void task(ticket).finally(leave).then(resolve, refuse);
        queue.add(isRepeated, { start, refuse });
        admit();
      }),
    succeeded: window.grow,
    remaining: (limit) => {
      const { requests = 0, resetIn = Number.POSITIVE_INFINITY } = limit ?? { resetIn: 0 };
      limited = { requests: Math.max(1, requests), until: clock.monotonic() + resetIn };
    },
    throttled: (ticket, wait) => {
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + wait);
      window.halve(ticket, sent);
    },
  };
}

/** The number of requests in flight. It starts at the concurrency, which is also its maximum. */
export function createWindow(concurrency: number) {
  // With no place at all every call would wait for ever.
  const most = Math.max(1, Math.floor(concurrency) || 1);
  let size = most;
  let halvedAt = 0;
  return {
    room: (): number => Math.floor(size),
    /** One request more for each window of answers. */
    grow: (): void => {
      size = Math.min(most, size + 1 / Math.floor(size));
    },
    /** Half of it, once for all requests that were in flight together: those up to `latest`. */
    halve: (ticket: number, latest: number): void => {
      if (ticket <= halvedAt) return;
      halvedAt = latest;
      size = Math.max(1, size / 2);
    },
  };
}

interface Waiter {
  readonly start: (ticket: number) => void;
  readonly refuse: (problem: Error) => void;
}

/**
 * Calls that wait to be sent: repeated ones first, each sort in the order in which they came. An interrupt ends all
 * of them at once: none waits for a request in flight, nor for a pause.
 */
function createQueue(signal: AbortSignal | undefined) {
  const repeated: Waiter[] = [];
  const fresh: Waiter[] = [];
  const refuseAll = (why: string): void => {
    for (const { refuse } of [...repeated.splice(0), ...fresh.splice(0)]) refuse(new Stopped(why));
  };
  const interrupt = (): void => refuseAll("it was interrupted");
  signal?.addEventListener("abort", interrupt, { once: true });
  return {
    isEmpty: () => repeated.length + fresh.length === 0,
    add: (isRepeated: boolean, waiter: Waiter): void => {
      (isRepeated ? repeated : fresh).push(waiter);
      if (signal?.aborted) interrupt();
    },
    startOne: (ticket: number): void => (repeated.shift() ?? fresh.shift())?.start(ticket),
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
