import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { requestRow } from "../page/request-row.ts";
import type { AccessLine } from "../platform.ts";

/** The last requests of the API. */
export interface RequestLog {
  readonly add: (line: AccessLine) => void;
  /** The requests after the first `count`, oldest first, as far as they are kept; and the count with them. */
  readonly after: (count: number) => { readonly count: number; readonly lines: readonly AccessLine[] };
  /** Waits for the next request, or until somebody wakes who waits. */
  readonly grown: () => Promise<void>;
  readonly wake: () => void;
}

/** The most requests that are kept. */
export const mostLines = 200;

/** A log without a request yet. */
export function createRequestLog(): RequestLog {
  const lines: AccessLine[] = [];
  const waiting: (() => void)[] = [];
  let count = 0;
  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  return {
    add: (line) => {
      if (lines.push(line) > mostLines) lines.shift();
      count += 1;
      wake();
    },
    after: (seen) => {
      // A reader that has seen more events than there are saw them before the platform restarted.
      const missed = seen > count ? count : count - seen;
      return { count, lines: lines.slice(Math.max(0, lines.length - missed)) };
    },
    grown: () => new Promise((resolve) => waiting.push(resolve)),
    wake,
  };
}

/** Milliseconds in which requests are told together: an apply sends hundreds a second. */
const together = 100;

/** Milliseconds after which a browser that lost the connection tries again. */
const retryAfter = 1000;

/**
 * Answers with the rows of the log as server-sent events, from the request that the page or the browser names as its
 * last one. A reader that is slow misses the oldest.
 */
export function streamRequests(context: Context, log: RequestLog, closed: () => void): Response {
  const last = context.req.header("last-event-id") ?? context.req.query("after") ?? "";
  let seen = /^\d{1,15}$/.test(last) ? Number(last) : 0;
  return streamSSE(context, async (stream) => {
    stream.onAbort(() => {
      closed();
      log.wake();
    });
    await stream.write(`retry: ${retryAfter}\n\n`);
    while (!stream.aborted) {
      const { count, lines } = log.after(seen);
      seen = count;
      if (lines.length === 0) await log.grown();
      else await stream.writeSSE({ id: String(count), data: JSON.stringify(lines.map(requestRow)) });
      if (!stream.aborted) await stream.sleep(together);
    }
  });
}
