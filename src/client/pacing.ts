import type { Clock } from "./clock.ts";

/** Decides when a request may go out; shared by all calls of a client. */
export interface Pacing {
  /** Runs a task when there is room and no pause. A repeated call goes before those not yet sent. */
  run<T>(repeated: boolean, task: () => Promise<T>): Promise<T>;
  /** Holds back every request for that long, and goes on one at a time. */
  pause(ms: number): void;
  /** Tells that the platform took a request: opens up again, slowly. */
  succeeded(): void;
}

/** What pacing works with. */
export interface PacingOptions {
  /** Most requests in flight. */
  readonly concurrency: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** Answers, per request in flight, after which one more may be in flight. */
const answersPerStep = 4;

/**
 * A gate of `concurrency` places and a pause. After a 429 only one request at a time goes out, and one that was
 * turned away goes first: otherwise the same few calls could lose every round and run out of attempts.
 */
export function createPacing(options: PacingOptions): Pacing {
  const { clock, signal } = options;
  // With no place at all every call would wait for ever.
  const concurrency = Math.max(1, Math.floor(options.concurrency) || 1);
  const waiting: (() => void)[] = [];
  let room = concurrency;
  let inFlight = 0;
  let pausedUntil = 0;

  const admit = () => {
    while (inFlight < Math.floor(room) && waiting.length > 0) {
      inFlight += 1;
      waiting.shift()?.();
    }
  };
  const enter = (repeated: boolean) =>
    new Promise<void>((admitted) => {
      if (repeated) waiting.unshift(admitted);
      else waiting.push(admitted);
      admit();
    });
  // Sleeps once for each pause: a clock that stands still must not keep it here for ever.
  const outlastPause = async () => {
    let slept = 0;
    while (slept !== pausedUntil && pausedUntil > clock.now()) {
      slept = pausedUntil;
      await clock.sleep(pausedUntil - clock.now(), signal);
    }
  };

  return {
    run: async (repeated, task) => {
      await enter(repeated);
      try {
        await outlastPause();
        return await task();
      } finally {
        inFlight -= 1;
        admit();
      }
    },
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
      room = 1;
    },
    succeeded: () => {
      room = Math.min(concurrency, room + 1 / (answersPerStep * Math.floor(room)));
      admit();
    },
  };
}
