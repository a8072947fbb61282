import { equalJson, isObject, type Json, type JsonObject } from "./json.ts";

/** Names of keys whose value is one: a part of it alone means nothing. */
export type OnePieces = readonly string[];

/** A value with the keys of another one laid over it, all the way down; null takes a key away. */
export function overlaid(base: Json | undefined, over: JsonObject, ones: OnePieces): JsonObject {
  const result: Record<string, Json> = isObject(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete result[key];
    else result[key] = isObject(value) && !ones.includes(key) ? overlaid(result[key], value, ones) : value;
  }
  return result;
}

/** The keys of a value that another one has, all the way down; null for a key that it lacks. */
export function partNamedBy(value: Json | undefined, by: Json, ones: OnePieces): Json | undefined {
  if (!isObject(by) || !isObject(value)) return value;
  const entries = Object.entries(by).map(([key, inner]): [string, Json] => [
    key,
    (ones.includes(key) ? value[key] : partNamedBy(value[key], inner, ones)) ?? null,
  ]);
  return Object.fromEntries(entries);
}

/** A value that leads back to another one when it is laid over what is there now: null for each key that is new. */
export function wayBack(value: Json, from: Json, ones: OnePieces): Json {
  if (!isObject(value) || !isObject(from)) return value;
  const added = Object.keys(from).filter((key) => !Object.hasOwn(value, key));
  const kept = Object.entries(value).map(([key, inner]): [string, Json] => [
    key,
    ones.includes(key) ? inner : wayBack(inner, from[key] ?? null, ones),
  ]);
  return Object.fromEntries([...kept, ...added.map((key): [string, Json] => [key, null])]);
}

/** Paths, such as `header.logo`, of the leaves of a value that another one has otherwise. A list is a leaf. */
export function pathsThatDiffer(from: Json | undefined, value: Json, path: string): readonly string[] {
  if (equalJson(from ?? null, value)) return [];
  if (!isObject(value) || !isObject(from)) return [path];
  const paths = Object.entries(value).flatMap(([key, inner]) =>
    pathsThatDiffer(from[key], inner, `${path}.${key}`),
  );
  return paths.length === 0 ? [path] : paths;
}

/** The value at a path of keys. */
export function atPath(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

/** A value with another one at a path; undefined takes it away. */
export function withAtPath(value: JsonObject, path: readonly string[], at: Json | undefined): JsonObject {
  const [key = "", ...rest] = path;
  const { [key]: old, ...others } = value;
  const inner = rest.length === 0 ? at : withAtPath(isObject(old) ? old : {}, rest, at);
  return inner === undefined ? others : { ...value, [key]: inner };
}

/** Why a whole cannot be put back: it has a text in it that stands for a hidden one. */
export function whyMasked(whole: JsonObject): string | undefined {
  const paths = textsWhere(whole, (text) =>
    /^(?:[*\u2022\u25cf]{3,}|\[(?:masked|redacted|hidden)\])$/i.test(text),
  );
  if (paths.length === 0) return undefined;
  const names = paths.join(", ");
  return `the platform does not show ${names}, and to put the whole back would overwrite it: write ${names} in the manifest, or make the change on the platform`;
}

/** Paths of the texts of a value for which something holds. */
function textsWhere(value: Json, holds: (text: string) => boolean, path = ""): readonly string[] {
  if (typeof value === "string") return holds(value) ? [path] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsWhere(inner as Json, holds, path === "" ? key : `${path}.${key}`),
  );
}
