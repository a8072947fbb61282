import { equalJson, isObject, type Json } from "../core/json.ts";

/** A part of a seed: one document of a file. */
export interface SeedPart {
  readonly file: string;
  readonly data: Json;
}

/** A place in one of the files. */
export interface SeedPlace {
  readonly file: string;
  readonly path: string;
}

/** Parts of a seed as one, with what keeps them from being one. */
export interface MergedSeed {
  readonly data: Json;
  readonly problems: readonly (SeedPlace & { readonly message: string })[];
  /** Where a place of the whole was written. */
  readonly placeOf: (path: string) => SeedPlace;
}

interface Origin extends SeedPlace {
  /** The place in the whole. */
  readonly whole: string;
}

interface Merge {
  readonly data: Map<string, Json>;
  readonly origins: Origin[];
  readonly problems: (SeedPlace & { readonly message: string })[];
}

/** Puts parts together: lists are joined, the entries of maps too, and anything else is written only once. */
export function mergeSeeds(parts: readonly SeedPart[]): MergedSeed {
  const merge: Merge = { data: new Map(), origins: [], problems: [] };
  for (const { file, data } of parts) {
    if (isObject(data)) for (const [key, value] of Object.entries(data)) addValue(merge, file, key, value);
    else merge.problems.push({ file, path: "", message: "a seed is a map, with organizations" });
  }
  const { data, problems, origins } = merge;
  const first = parts[0]?.file ?? "";
  return { data: Object.fromEntries(data), problems, placeOf: (path) => placeOf(origins, path, first) };
}

function addValue(merge: Merge, file: string, key: string, value: Json): void {
  const known = merge.data.get(key);
  if (Array.isArray(value) && (known === undefined || Array.isArray(known))) {
    addItems(merge, file, key, known ?? [], value);
  } else if (isObject(value) && (known === undefined || isObject(known))) {
    addEntries(merge, file, key, known ?? {}, value);
  } else if (known === undefined) {
    merge.data.set(key, value);
    merge.origins.push({ whole: key, file, path: key });
  } else if (!equalJson(known, value)) {
    merge.problems.push({
      file,
      path: key,
      message: `another value than in ${placeOf(merge.origins, key, "").file}`,
    });
  }
}

function addItems(
  merge: Merge,
  file: string,
  key: string,
  known: readonly Json[],
  more: readonly Json[],
): void {
  merge.data.set(key, [...known, ...more]);
  for (const index of more.keys()) {
    merge.origins.push({ whole: `${key}.${known.length + index}`, file, path: `${key}.${index}` });
  }
}

function addEntries(
  merge: Merge,
  file: string,
  key: string,
  known: Readonly<Record<string, Json>>,
  more: Readonly<Record<string, Json>>,
): void {
  merge.data.set(key, { ...known, ...more });
  for (const name of Object.keys(more)) {
    const path = `${key}.${name}`;
    const earlier = merge.origins.find(({ whole }) => whole === path);
    if (earlier === undefined) merge.origins.push({ whole: path, file, path });
    else merge.problems.push({ file, path, message: `also in ${earlier.file}` });
  }
}

function placeOf(origins: readonly Origin[], path: string, otherwise: string): SeedPlace {
  const origin = origins.find(({ whole }) => path === whole || path.startsWith(`${whole}.`));
  if (origin === undefined) return { file: otherwise, path };
  return { file: origin.file, path: origin.path + path.slice(origin.whole.length) };
}
