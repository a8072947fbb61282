/** Any JSON value, read-only: what goes over the wire and into plan documents. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Is the value a JSON object (not an array, not null)? */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined when it is none, which no JSON text has as its value. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** JSON text with sorted keys: equal values give equal bytes. Keys that hold `undefined` are left out. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const sorted = entries.sort(([a], [b]) => compareText(a, b));
  return `{${sorted.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(",")}}`;
}

/** The text of a value as a key of a map: equal values have the same text. Most strings are their own text. */
export function lookupText(value: Json): string {
  return typeof value === "string" && !value.startsWith("\0") ? value : `\0${canonicalJson(value)}`;
}

/** The same value with its keys sorted, all the way down. */
export function withSortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withSortedKeys(item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}

/** Equality of two JSON values, whatever the order of their keys. */
export function equalJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

/** The value at a JSON pointer (RFC 6901), or undefined when there is none. */
export function atPointer(value: unknown, pointer: string): Json | undefined {
  if (pointer === "/id") return isObject(value) ? value.id : undefined;
  let at = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at as Json | undefined;
}

/** Order of two strings by code unit: the same on every machine, whatever its locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
