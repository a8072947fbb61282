import { equalJson, isObject, type Json, type JsonObject } from "./json.ts";

/** Names of keys whose value is one: a part of it alone means nothing. */
export type OnePieces = readonly string[];

/** The value of a key, which is none that every object inherits. */
function valueIn(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

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
    (ones.includes(key) ? valueIn(value, key) : partNamedBy(valueIn(value, key), inner, ones)) ?? null,
  ]);
  return Object.fromEntries(entries);
}

/** The part that leads back to a value when it is laid over what is there now: only what differs, and null for each new key. */
export function wayBack(value: Json, from: Json, ones: OnePieces): Json {
  if (!isObject(value) || !isObject(from)) return value;
  const added = Object.keys(from).filter((key) => !Object.hasOwn(value, key));
  const changed = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    const now = valueIn(from, key) ?? null;
    if (equalJson(inner, now)) return [];
    return [[key, ones.includes(key) ? inner : wayBack(inner, now, ones)]];
  });
  return Object.fromEntries([...changed, ...added.map((key): [string, Json] => [key, null])]);
}

/** Paths, such as `header.logo`, of the leaves of a value that another one has otherwise. A list is a leaf. */
export function pathsThatDiffer(from: Json | undefined, value: Json, path: string): readonly string[] {
  if (equalJson(from ?? null, value)) return [];
  if (!isObject(value) || !isObject(from)) return [path];
  const paths = Object.entries(value).flatMap(([key, inner]) =>
    pathsThatDiffer(valueIn(from, key), inner, `${path}.${key}`),
  );
  return paths.length === 0 ? [path] : paths;
}

/** The value at a path of keys. */
export function atPath(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((at, key) => (isObject(at) ? valueIn(at, key) : undefined), value);
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
  const names = maskedIn(whole).join(", ");
  if (names === "") return undefined;
  return `the platform does not show ${names}, and to put the whole back would overwrite it: write ${names} in the manifest, or make the change on the platform`;
}

/** Why a value that was answered well is not what is live: its parts that are not kept, and those that are not shown. */
export function whyUnkept(live: Json | undefined, value: Json, name: string): string {
  const hidden = maskedIn(live ?? null, name);
  const paths = pathsThatDiffer(live, value, name);
  const told = (what: string, some: readonly string[]): readonly string[] =>
    some.length === 0 ? [] : [`accepted and not ${what}: ${some.join(", ")}`];
  const isHidden = (path: string): boolean => hidden.includes(path);
  const kept = paths.filter((path) => !isHidden(path));
  return [...told("kept", kept), ...told("shown", paths.filter(isHidden))].join("; ");
}

/** Paths of the texts of a value that stand for hidden ones. */
export function maskedIn(value: Json, path = ""): readonly string[] {
  if (typeof value === "string")
    return /^(?:[*\u2022\u25cf]{3,}|\[(?:masked|redacted|hidden)\])$/i.test(value) ? [path] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    maskedIn(inner as Json, path === "" ? key : `${path}.${key}`),
  );
}
