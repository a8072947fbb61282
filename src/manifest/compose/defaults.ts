import { error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { didYouMean } from "../check/report.ts";
import { withTakes } from "../load/kind-slots.ts";
import { measure } from "../read/convert-yaml.ts";
import { type Entry, isTrue, type Tree } from "../read/tree.ts";
import { limits } from "../read/yaml-limits.ts";
import type { Composing } from "./composing.ts";
import { rewriteDocument } from "./rewrite.ts";

/** What a resource of a kind takes when it does not write it, with the levels and the values of each. */
export type Defaults = ReadonlyMap<string, readonly Default[]>;

interface Default {
  readonly entry: Entry;
  readonly height: number;
  readonly size: number;
}

/** What `defaults` may say besides fields. The rest of what a resource says of itself is its own. */
const metaDefaults: readonly string[] = ["protect", "ignore"];

/** Reads the map of `defaults`: fields by the name of their kind. */
export function readDefaults(composing: Composing, defaults: Entry | undefined): Defaults {
  const kinds = defaults?.value.type === "map" ? defaults.value.entries : [];
  return new Map(kinds.map((entry) => [entry.key, defaultsOf(composing, entry)]));
}

function defaultsOf({ index, report }: Composing, { key, source, value }: Entry): readonly Default[] {
  const kind = index.byName.get(key);
  if (kind === undefined) {
    const names = [...index.byName.keys()];
    const hint = `kinds are: ${names.join(", ")}`;
    report.add(
      error("DF1004", `defaults: there is no kind "${key}"`, { source, ...didYouMean(key, names), hint }),
    );
    return [];
  }
  const allowed = defaultNames(kind);
  const entries = value.type === "map" ? value.entries : [];
  for (const entry of entries.filter((one) => !allowed.includes(one.key))) {
    const message = `defaults: ${withTakes(kind)} no "${entry.key}" from here`;
    const hint = `it takes: ${allowed.join(", ")}`;
    report.add(error("DF1004", message, { source: entry.source, ...didYouMean(entry.key, allowed), hint }));
  }
  return entries
    .filter((entry) => allowed.includes(entry.key))
    .map((entry) => ({ entry, ...measure(entry.value) }));
}

/** The names that `defaults` of a kind takes: its fields but those that are a key, and some that all have. */
export function defaultNames({ fields, keyField, sequence }: Kind): readonly string[] {
  const own = Object.keys(fields).filter((name) => name !== keyField && name !== sequence?.itemKey);
  return [...own, ...metaDefaults];
}

/** The document with every resource as if it had written the defaults that it does not write. */
export function applyDefaults(composing: Composing, defaults: Defaults, document: Tree): Tree {
  const { index } = composing;
  if (defaults.size === 0) return document;
  return rewriteDocument(
    {
      index,
      entries: (kind, entries, level) => withDefaults(composing, defaults.get(kind.name), entries, level),
    },
    document,
  );
}

function withDefaults(
  { report, allowance }: Composing,
  defaults: readonly Default[] | undefined,
  entries: readonly Entry[],
  level: number,
): readonly Entry[] {
  // What is to go needs nothing.
  if (defaults === undefined || entries.some(({ key, value }) => key === "absent" && isTrue(value)))
    return entries;
  const taken = defaults.filter(({ entry, height, size }) => {
    if (entries.some(({ key }) => key === entry.key)) return false;
    const { source } = entry;
    const isShallow = level + height - 1 <= limits.depth;
    if (!isShallow) report.add(error("DF1003", `nested deeper than ${limits.depth} levels`, { source }));
    return isShallow && allowance.takeValues(size, source, report);
  });
  return taken.length === 0 ? entries : [...entries, ...taken.map(({ entry }) => entry)];
}
