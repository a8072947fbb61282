/** A limit of so many requests in each window of time, such as an hour: another form of a limit than a bucket. */
export function createWindowLimit(limit: number, windowMs: number) {
  let [windowStart, used] = [0, 0];
  return (
    now: number,
  ): { readonly isAllowed: boolean; readonly headers: Readonly<Record<string, string>> } => {
    const start = Math.floor(now / windowMs) * windowMs;
    if (start !== windowStart) [windowStart, used] = [start, 0];
    const isAllowed = used < limit;
    if (isAllowed) used += 1;
    const reset = Math.ceil((start + windowMs) / 1000);
    const headers = {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - used),
      "x-ratelimit-reset": String(reset),
      ...(isAllowed
        ? {}
        : { "retry-after": String(Math.max(1, Math.ceil((start + windowMs - now) / 1000))) }),
    };
    return { isAllowed, headers };
  };
}
