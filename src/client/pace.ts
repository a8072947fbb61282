import type { Clock } from "./clock.ts";

/** Decides when a request may go out; shared by all calls of a client. */
export interface Pace {
  /** Runs a task when there is room and no pause. A repeated call goes before those not yet sent. */
  run<T>(isRepeated: boolean, task: (ticket: number) => Promise<T>): Promise<T>;
  /** The platform took a request. */
  succeeded(): void;
  /** The platform said how many more requests it takes now: no more are in flight, but one may always ask (A9). */
  remaining(requests: number): void;
  /** The platform answered 429: every request waits that long, and half as many are in flight afterwards. */
  throttled(ticket: number, wait: number): void;
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
  let left = Number.POSITIVE_INFINITY;

  const admit = () => {
    while (inFlight < Math.min(window.room(), left) && !queue.isEmpty()) {
      const now = clock.now();
      const at = Math.max(now, pausedUntil);
      if (!deadline.allows(at)) return queue.refuseAll();
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
    remaining: (requests) => {
      left = Math.max(1, requests);
    },
    throttled: (ticket, wait) => {
      pausedUntil = Math.max(pausedUntil, clock.now() + wait);
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
  const refuseAll = (): void => {
    for (const { refuse } of [...repeated.splice(0), ...fresh.splice(0)]) refuse(new Stopped());
  };
  signal?.addEventListener("abort", refuseAll, { once: true });
  return {
    isEmpty: () => repeated.length + fresh.length === 0,
    add: (isRepeated: boolean, waiter: Waiter): void => {
      (isRepeated ? repeated : fresh).push(waiter);
      if (signal?.aborted) refuseAll();
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
    await clock.sleep(at - clock.now(), until).catch(() => {});
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
  constructor() {
    super("the deadline has passed");
    this.name = "Stopped";
  }
}

/** The time from which on a client sends nothing more; shared by all its calls. */
export interface Deadline {
  /** Is nothing more sent? Once true, it stays. */
  isOver(): boolean;
  /** Whether a request may be sent at that time. After the first refusal, all later ones are refused too. */
  allows(at: number): boolean;
}

/** A deadline in milliseconds since 1970; none by default. */
export function createDeadline(clock: Clock, at = Number.POSITIVE_INFINITY): Deadline {
  let isOver = false;
  const allows = (time: number): boolean => {
    isOver ||= time >= at;
    return !isOver;
  };
  return { allows, isOver: () => !allows(clock.now()) };
}
