/** ISO 8601 date-time of a moment. It reads no clock: the moment is the argument. */
export function toIso(milliseconds: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
  return new Date(milliseconds).toISOString();
}

/** Milliseconds since 1970 of an ISO 8601 date-time. */
export function toMilliseconds(iso: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: a conversion, not the clock
  return Date.parse(iso);
}
