import type { Retry } from "../contract/operation.ts";
import type { ApiErrorKind } from "./errors.ts";
import type { RequestsLeft } from "./pace.ts";

/** The maximum number of attempts of a failing call. */
const maxAttempts = 4;
/** The maximum number of 429 answers for one call. */
const maxRefusals = 10;

const firstBackoff = 250;
const maxBackoff = 10_000;

/**
 * The failures after which an operation may be sent again. The operation decides, and never its method. A
 * create, or what must never be done twice, is repeated only when it certainly changed nothing: after a 429 or without a connection (A10).
 */
const repeatable: Readonly<Record<Retry, readonly ApiErrorKind[]>> = {
  safe: ["rate-limited", "unreachable", "lost", "fault"],
  idempotent: ["rate-limited", "unreachable", "lost", "fault"],
  create: ["rate-limited", "unreachable"],
  never: ["rate-limited", "unreachable"],
};

/** The attempts of a call by outcome. */
interface Attempts {
  /** Failures other than limits. */
  readonly failed: number;
  /** Refusals by a limit (429). */
  readonly limited: number;
}

/** Whether an operation may be sent again after a failure. The attempts include the failed one. */
export function mayRepeat(retry: Retry, kind: ApiErrorKind, { failed, limited }: Attempts): boolean {
  if (kind === "rate-limited") return limited < maxRefusals;
  if (failed >= maxAttempts) return false;
  return repeatable[retry].includes(kind);
}

/** Milliseconds to wait before the next attempt: full jitter, so that clients do not come back in step. */
export function backoff(attempt: number, random: () => number): number {
  return random() * Math.min(maxBackoff, firstBackoff * 2 ** (attempt - 1));
}

/**
 * Milliseconds that the platform asks to wait: `Retry-After` in seconds or as an HTTP date, else
 * `X-RateLimit-Reset` in epoch seconds (A9). Undefined when neither makes sense.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const wait = delayText(headers["retry-after"], now) ?? resetDelay(headers["x-ratelimit-reset"], now);
  return wait === undefined ? undefined : Math.max(wait, 0);
}

/**
 * The platform's time in milliseconds since 1970, when an answer tells its `Date`; else the time given. By a wrong clock of
 * this machine, a reset would come too early or too late.
 */
export function timeOfAnswer(headers: Readonly<Record<string, string>>, now: number): number {
  return parseHttpDate(headers.date ?? "") ?? now;
}

/** The requests that are left until the platform's limit is reset (A9); undefined when it says nothing. */
export function requestsLeft(
  headers: Readonly<Record<string, string>>,
  now: number,
): RequestsLeft | undefined {
  const requests = countOf(headers["x-ratelimit-remaining"]);
  if (requests === undefined) return undefined;
  const of = countOf(headers["x-ratelimit-limit"]);
  return { requests, of, resetIn: resetDelay(headers["x-ratelimit-reset"], now) };
}

function countOf(text: string | undefined): number | undefined {
  const count = Number.parseInt(text ?? "", 10);
  return count >= 0 ? count : undefined;
}

function delayText(text: string | undefined, now: number): number | undefined {
  const value = text?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = parseHttpDate(value);
  return date === undefined ? undefined : date - now;
}

function parseHttpDate(text: string): number | undefined {
  // Date.parse alone accepts many texts that are no date, such as "-1".
  const date = /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}

function resetDelay(text: string | undefined, now: number): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) * 1000 - now : undefined;
}
