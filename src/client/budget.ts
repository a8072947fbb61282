import type { Clock } from "./clock.ts";
import { type Transport, TransportError } from "./transport.ts";

/** Gives requests leave to go, one after the other, at most so many a second. */
export interface Budget {
  /** Waits for the turn of a request; rejects when the signal aborts first. */
  readonly take: (signal?: AbortSignal) => Promise<void>;
}

/**
 * Reserves the next times of so many requests, `interval` milliseconds apart: answers the milliseconds until the first. All who share a
 * limit reserve at one place.
 */
export type Reserve = (count: number, interval: number) => Promise<number>;

/** Milliseconds that a limit may be behind its requests: unused time of that length is not lost. */
export const mostBehind = 100;

/** A budget of so many requests a second. It reserves for a tenth of a second at once, when it has nothing left. */
export function createBudget(clock: Clock, requestsPerSecond: number, reserve: Reserve): Budget {
  const interval = 1000 / requestsPerSecond;
  const batch = Math.max(1, Math.floor(requestsPerSecond / 10));
  let [left, next] = [0, 0];
  let last: Promise<void> = Promise.resolve();
  const turn = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (left === 0) {
      next = (await reserve(batch, interval)) + clock.monotonic();
      left = batch;
    }
    const wait = next - clock.monotonic();
    [left, next] = [left - 1, next + interval];
    if (wait > 0) await clock.sleep(wait, signal);
  };
  return {
    take: (signal) => {
      const mine = last.then(() => turn(signal));
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/** The place of a limit that one process has for itself. */
export function ownLimit(clock: Pick<Clock, "monotonic">): Reserve {
  let next = Number.NEGATIVE_INFINITY;
  return async (count, interval) => {
    const now = clock.monotonic();
    const first = Math.max(next, now - mostBehind);
    next = first + count * interval;
    return first - now;
  };
}

/** A transport whose requests wait for their turn. None goes out after the deadline. */
export function limited(transport: Transport, budget: Budget, clock: Pick<Clock, "monotonic">): Transport {
  return async (request) => {
    const begun = clock.monotonic();
    await budget.take(request.signal).catch((cause: unknown) => {
      throw new TransportError("not-sent", "interrupted before it was sent", { cause });
    });
    if (request.untilDeadline === undefined) return transport(request);
    const untilDeadline = request.untilDeadline - (clock.monotonic() - begun);
    if (untilDeadline <= 0) throw new TransportError("not-sent", "its turn is after the deadline");
    return transport({ ...request, untilDeadline });
  };
}
