/** ISO 8601 date-time of a moment. It reads no clock: the moment is the argument. */
export function toIso(milliseconds: number): string {
  if (milliseconds !== last.milliseconds) {
    // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
    last = { milliseconds, iso: new Date(milliseconds).toISOString() };
  }
  return last.iso;
}

/** The platform answers ten requests in one millisecond, and each of them writes the time into the log. */
let last = { milliseconds: Number.NaN, iso: "" };

/** Milliseconds since 1970 of an ISO 8601 date-time. */
export function toMilliseconds(iso: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
  return Date.parse(iso);
}

/** A time in milliseconds since 1970 as a header tells it. */
export function httpDate(milliseconds: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
  return new Date(milliseconds).toUTCString();
}
