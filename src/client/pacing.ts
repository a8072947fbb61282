import type { Clock } from "./clock.ts";
import { createRate, readLimit } from "./rate.ts";
import { Stopped, type Stopper, type StopReason } from "./stop.ts";
import { createWindow } from "./window.ts";

/** Decides when a request may go out; shared by all calls of a client. */
export interface Pacing {
  /** Runs a task when there is room and no pause. A repeated call goes before those not yet sent. */
  run<T>(isRepeated: boolean, task: (ticket: number) => Promise<T>): Promise<T>;
  /** Number of the last request that went out; the ticket of a task is its own. */
  latest(): number;
  /** Tells of an answer, whatever it is: its headers may speak of a limit. */
  told(headers: Readonly<Record<string, string>>): void;
  /** The platform took a request. */
  succeeded(): void;
  /** The platform refused a request for now: holds back every request for that long, and goes on with fewer. */
  throttled(ticket: number, wait: number): void;
  /** Holds back every request for that long, and goes on one at a time. */
  pause(wait: number): void;
}

/** What pacing works with. */
export interface PacingOptions {
  /** Most requests in flight. */
  readonly concurrency: number;
  readonly clock: Clock;
  readonly stopper: Stopper;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A gate: a window of requests in flight, a pause for all, and the pace of the limit. One that was turned away goes
 * first: otherwise the same few calls could lose every round and run out of attempts.
 */
export function createPacing({ concurrency, clock, stopper, signal }: PacingOptions): Pacing {
  const window = createWindow(concurrency);
  const rate = createRate();
  const queue = createQueue(signal);
  const alarm = createAlarm(clock, signal);
  let inFlight = 0;
  let sent = 0;
  let pausedUntil = 0;

  const admit = () => {
    while (inFlight < window.room() && !queue.isEmpty()) {
      const now = clock.now();
      const at = Math.max(now, pausedUntil, rate.readyAt(now));
      const isOver = stopper.reason() !== undefined || !stopper.allows(at);
      if (isOver) return queue.refuseAll(stopper.reason());
      if (at > now && !alarm.hasRung(at)) return alarm.set(at, admit);
      inFlight += 1;
      rate.sent();
      sent += 1;
      queue.startOne(sent);
    }
    alarm.cancel();
  };
  const leave = () => {
    inFlight -= 1;
    rate.ended();
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
    latest: () => sent,
    told: (headers) => {
      const limit = readLimit(headers);
      if (limit !== undefined) rate.told(limit, clock.now());
    },
    succeeded: window.grow,
    throttled: (ticket, wait) => {
      pausedUntil = Math.max(pausedUntil, clock.now() + wait);
      window.halve(ticket, sent);
    },
    pause: (wait) => {
      pausedUntil = Math.max(pausedUntil, clock.now() + wait);
      window.collapse();
    },
  };
}

interface Waiter {
  readonly start: (ticket: number) => void;
  readonly refuse: (problem: Error) => void;
}

/**
 * Calls that wait to be sent: those that are repeated first, each kind in the order in which they came. Once everything
 * is to stop, none waits: not for what is in flight, which may take no notice, nor for a pause.
 */
function createQueue(signal: AbortSignal | undefined) {
  const repeated: Waiter[] = [];
  const fresh: Waiter[] = [];
  const refuseAll = (reason: StopReason = "deadline"): void => {
    for (const { refuse } of [...repeated.splice(0), ...fresh.splice(0)]) refuse(new Stopped(reason));
  };
  signal?.addEventListener("abort", () => refuseAll(), { once: true });
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
