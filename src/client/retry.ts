import type { Retry } from "../contract/operation.ts";
import type { ApiErrorKind } from "./errors.ts";

/** How often a call is sent at most. */
const maxAttempts = 4;
/** The longest wait that a platform can ask for. */
const maxRetryAfter = 60_000;

const firstBackoff = 250;
const maxBackoff = 10_000;

/**
 * Failures after which an operation may be sent again. It is the operation's own choice, never the method's:
 * only what reads is repeated when the platform may have seen it, and a 429 or a connection that was never made
 * has changed nothing (A10).
 */
const repeatable: Readonly<Record<Retry, readonly ApiErrorKind[]>> = {
  safe: ["rate-limited", "unreachable", "lost", "fault"],
  idempotent: ["rate-limited", "unreachable"],
  create: ["rate-limited", "unreachable"],
};

/** May an operation be sent again after that failure? `attempt` is the number of times it was sent. */
export function mayRepeat(retry: Retry, kind: ApiErrorKind, attempt: number): boolean {
  return attempt < maxAttempts && repeatable[retry].includes(kind);
}

/** Milliseconds to wait before the next attempt: full jitter, so that clients do not come back in step. */
export function backoff(attempt: number, random: () => number): number {
  return random() * Math.min(maxBackoff, firstBackoff * 2 ** (attempt - 1));
}

/**
 * Milliseconds that the platform asks to wait: `Retry-After` in seconds or as an HTTP date, else
 * `X-RateLimit-Reset` in epoch seconds (A9). At most a minute; undefined when neither makes sense.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const wait = delayText(headers["retry-after"], now) ?? resetDelay(headers["x-ratelimit-reset"], now);
  return wait === undefined ? undefined : Math.min(Math.max(wait, 0), maxRetryAfter);
}

function delayText(text: string | undefined, now: number): number | undefined {
  const value = text?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Date.parse alone would take many things for a date, "-1" among them.
  const date = /^[A-Z][a-z]+, .* GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}

function resetDelay(text: string | undefined, now: number): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) * 1000 - now : undefined;
}
