import type { Source } from "../../model/diagnostic.ts";
import type { EntrySort } from "../../model/membership.ts";
import { compareText, type Json } from "../../text/json.ts";

/** A YAML value with the places of all its parts. Aliases are resolved: parts may be shared. */
export type Tree = MapTree | ListTree | ScalarTree;

/** A map, its keys in the order of the file. */
export interface MapTree {
  readonly type: "map";
  readonly source: Source;
  readonly entries: readonly Entry[];
}

/** One key and its value; `source` is the place of the key. */
export interface Entry {
  readonly key: string;
  readonly source: Source;
  readonly value: Tree;
}

/** A list. */
export interface ListTree {
  readonly type: "list";
  readonly source: Source;
  readonly items: readonly Tree[];
}

/** A single value. */
export interface ScalarTree {
  readonly type: "scalar";
  readonly source: Source;
  readonly value: null | boolean | number | string;
  /**
   * Where the value comes from when it is not what the file says; such a value is never shown.
   * `failed`: it could not be interpolated, or cannot be, which has been reported; nothing more is to be said of it.
   */
  readonly origin?: "env" | "file" | "failed";
  /** The parts that a composed value was made of; left out when the file holds the value itself. */
  readonly madeOf?: readonly Ingredient[];
}

/** One part of a composed value; `fallback`: there was none, so the text after `:-` was taken. */
export type Ingredient =
  | { readonly type: "env"; readonly name: string; readonly fallback?: true }
  | { readonly type: "file"; readonly path: string; readonly fallback?: true }
  | {
      readonly type: "var";
      readonly name: string;
      readonly fallback?: true;
      /** Where the variable is declared, unless `--var` gives its value. */
      readonly source?: Source;
    }
  /** The alias of the organization of the document. */
  | { readonly type: "organization"; readonly name: string }
  /** A label of that organization, and the place that gives it. */
  | { readonly type: "label"; readonly name: string; readonly fallback?: true; readonly source?: Source }
  /** A value of an `each`, with its place. */
  | { readonly type: "each"; readonly source: Source };

/** JSON as a value whose parts all have one place. */
export function treeOf(value: Json, source: Source): Tree {
  if (typeof value !== "object" || value === null) return { type: "scalar", source, value };
  if (Array.isArray(value))
    return { type: "list", source, items: value.map((item: Json) => treeOf(item, source)) };
  const entries = Object.entries(value).map(([key, inner]) => ({
    key,
    source,
    value: treeOf(inner, source),
  }));
  return { type: "map", source, entries };
}

/** The value without places, keys sorted: in what order a file writes them says nothing. */
export function toJson(tree: Tree): Json {
  switch (tree.type) {
    case "scalar":
      return tree.value;
    case "list":
      return tree.items.map(toJson);
    case "map":
      return Object.fromEntries([...tree.entries].sort(byKey).map(({ key, value }) => [key, toJson(value)]));
  }
}

function byKey(a: Entry, b: Entry): number {
  return compareText(a.key, b.key);
}

/** The entries of a map; none of anything else. */
export function entriesOf(tree: Tree | undefined): readonly Entry[] {
  return tree?.type === "map" ? tree.entries : [];
}

/** The entry of a map with this key. */
export function entryOf(tree: Tree | undefined, key: string): Entry | undefined {
  if (tree?.type !== "map") return undefined;
  if (tree.entries.length < 32) return tree.entries.find((entry) => entry.key === key);
  const index = indexes.get(tree) ?? new Map(tree.entries.map((entry) => [entry.key, entry]));
  indexes.set(tree, index);
  return index.get(key);
}

/** Entries of wide maps by key: thousands of mistakes in one map must not cost thousands of searches. */
const indexes = new WeakMap<MapTree, ReadonlyMap<string, Entry>>();

/** The text of a scalar; undefined for everything else. */
export function scalarText(tree: Tree | undefined): string | undefined {
  return tree?.type === "scalar" && typeof tree.value === "string" ? tree.value : undefined;
}

/** Is it a scalar that holds null? */
export function isNull(tree: Tree): boolean {
  return tree.type === "scalar" && tree.value === null;
}

/** Is it a scalar that says true? */
export function isTrue(tree: Tree | undefined): boolean {
  return tree?.type === "scalar" && tree.value === true;
}

/** Where to point for what is wrong with a value: at a scalar itself, at the key of a map, list or null. */
export function valueSource(entry: Pick<Entry, "source" | "value">): Source {
  return entry.value.type === "scalar" && entry.value.value !== null ? entry.value.source : entry.source;
}

/** Every scalar of the tree. */
export function scalarsOf(tree: Tree): readonly ScalarTree[] {
  const found: ScalarTree[] = [];
  someScalar(tree, (scalar) => {
    found.push(scalar);
    return false;
  });
  return found;
}

/** Is a scalar of the tree so? Stops at the first that is. */
function someScalar(tree: Tree, isSo: (scalar: ScalarTree) => boolean): boolean {
  switch (tree.type) {
    case "scalar":
      return isSo(tree);
    case "list":
      return tree.items.some((item) => someScalar(item, isSo));
    case "map":
      return tree.entries.some(({ value }) => someScalar(value, isSo));
  }
}

/** Does a part of it come from the environment? */
export function isFromEnvironment(tree: Tree): boolean {
  return someScalar(tree, ({ origin }) => origin === "env");
}

/** Could a part of it not be interpolated? */
export function isFailed(tree: Tree): boolean {
  return someScalar(tree, ({ origin }) => origin === "failed");
}

/** Is it a scalar whose value must not be shown? */
export function isHidden(tree: Tree | undefined): boolean {
  return tree?.type === "scalar" && tree.origin !== undefined;
}

/** Is it a scalar that is known only after interpolation? Such a value is no key. */
export function isInterpolated(tree: Tree | undefined): boolean {
  if (tree?.type !== "scalar") return false;
  return tree.origin !== undefined || tree.madeOf?.some(({ type }) => type !== "each") === true;
}

/** The tree with each scalar changed. A part without a change stays the same object. */
export function mapScalars(tree: Tree, change: (scalar: ScalarTree) => ScalarTree): Tree {
  switch (tree.type) {
    case "scalar":
      return change(tree);
    case "list": {
      const items = mapSame(tree.items, (item) => mapScalars(item, change));
      return items === tree.items ? tree : { ...tree, items };
    }
    case "map":
      return withEntries(
        tree,
        mapSame(tree.entries, (entry) => withValue(entry, mapScalars(entry.value, change))),
      );
  }
}

/** The same list when every item stays the same. */
export function mapSame<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  let changed: T[] | undefined;
  items.forEach((item, at) => {
    const next = change(item);
    if (next === item && changed === undefined) return;
    changed ??= items.slice(0, at);
    changed.push(next);
  });
  return changed ?? items;
}

/** The map with these entries; the same map when they are its own. */
export function withEntries(map: MapTree, entries: readonly Entry[]): MapTree {
  return entries === map.entries ? map : { ...map, entries };
}

/** The entry with this value; the same entry when it is its own. */
export function withValue(entry: Entry, value: Tree): Entry {
  return value === entry.value ? entry : { ...entry, value };
}

/** The map of a sort of entries in the value of a membership: the value itself, or what is under the key of the sort. */
export function mapOf(tree: Tree | undefined, { key }: Pick<EntrySort, "key">): Tree | undefined {
  if (key === undefined || tree?.type !== "map") return tree;
  return tree.entries.find((entry) => entry.key === key)?.value;
}
