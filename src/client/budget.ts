import type { Clock } from "./clock.ts";
import { type Deadline, Stopped } from "./pace.ts";
import type { PooledTransport, Transport } from "./transport.ts";

/** Gives requests leave to go, one after the other, at most so many a second. */
export interface Budget {
  /**
   * Waits for the turn of a request. Rejects when the signal aborts first, and at once with `Stopped` when the deadline
   * does not allow a turn so late.
   */
  readonly take: (deadline: Deadline, signal?: AbortSignal) => Promise<void>;
}

/**
 * Reserves the next times of so many requests, `interval` milliseconds apart: answers the milliseconds until the first. All who share a
 * limit reserve at one place.
 */
export type Reserve = (count: number, interval: number) => Promise<number>;

/** Milliseconds that a limit may be behind its requests: unused time of that length is not lost. */
export const mostBehind = 100;

/** A budget of so many requests a second. It reserves for those that wait, and for a tenth of a second at most. */
export function createBudget(clock: Clock, requestsPerSecond: number, reserve: Reserve): Budget {
  const interval = 1000 / requestsPerSecond;
  const batch = Math.max(1, Math.floor(requestsPerSecond / 10));
  let [left, next, waiting] = [0, 0, 0];
  let last: Promise<void> = Promise.resolve();
  const turn = async (deadline: Deadline, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    // Turns that were left over before a pause would all come at once now, and those of others beside them.
    if (left === 0 || next < clock.monotonic() - mostBehind) {
      const count = Math.min(batch, waiting);
      next = (await reserve(count, interval)) + clock.monotonic();
      left = count;
    }
    const now = clock.monotonic();
    const wait = next - now;
    if (!deadline.allows(Math.max(now, next))) throw new Stopped(deadline.why());
    [left, next] = [left - 1, next + interval];
    if (wait > 0) await clock.sleep(wait, signal);
  };
  return {
    take: (deadline, signal) => {
      waiting += 1;
      const mine = last.then(() => turn(deadline, signal)).finally(() => (waiting -= 1));
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

/** A transport whose requests wait for their turn, and fail with `Stopped` when it does not come. */
export function limited(
  transport: PooledTransport,
  budget: Budget,
  clock: Pick<Clock, "monotonic">,
  deadline: Deadline,
): PooledTransport {
  const closing = new AbortController();
  const send: Transport = async (request) => {
    const begun = clock.monotonic();
    const { signal = closing.signal, ending = signal, untilDeadline } = request;
    const any = AbortSignal.any([signal, ending, closing.signal]);
    await budget.take(deadline, any).catch((cause: unknown) => {
      if (closing.signal.aborted) throw new Stopped("the connections are closed");
      throw signal.aborted || ending.aborted ? new Stopped("it was interrupted") : cause;
    });
    if (untilDeadline === undefined) return transport(request);
    return transport({ ...request, untilDeadline: untilDeadline - (clock.monotonic() - begun) });
  };
  const close = (): Promise<void> => {
    closing.abort();
    return transport.close();
  };
  return Object.assign(send, { close });
}
