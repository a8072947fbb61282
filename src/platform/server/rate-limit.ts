/** The decision of a rate limit about one request. */
interface Allowance {
  readonly isAllowed: boolean;
  /** Headers for the answer, whatever it is (A9). */
  readonly headers: Readonly<Record<string, string>>;
}

/** Decides on a request at a time, in milliseconds since 1970. */
export type RateLimit = (now: number) => Allowance;

/**
 * A token bucket of `rate` requests that refills at `rate` a second. `X-RateLimit-Reset` is the second in
 * which it is full again. `Retry-After` is the number of seconds until the next token, when there is none
 * (A9).
 */
export function createRateLimit(rate: number): RateLimit {
  let left = rate;
  let filledAt = 0;
  return (now) => {
    const passed = Math.max(0, now - filledAt);
    left = Math.min(rate, left + (passed * rate) / 1000);
    filledAt = now;
    const isAllowed = left >= 1;
    if (isAllowed) left -= 1;
    const reset = Math.ceil(now / 1000 + (rate - left) / rate);
    const headers = {
      "x-ratelimit-limit": String(rate),
      "x-ratelimit-remaining": String(Math.floor(left)),
      "x-ratelimit-reset": String(reset),
    };
    if (isAllowed) return { isAllowed, headers };
    return { isAllowed, headers: { ...headers, "retry-after": String(Math.ceil((1 - left) / rate)) } };
  };
}
