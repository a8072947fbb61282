import { type Entry, entryOf, type MapTree, type Tree, toJson } from "../manifest/read/tree.ts";
import { type Diagnostic, error, type Source } from "../model/diagnostic.ts";
import { equalJson } from "../text/json.ts";

interface MergedSeed {
  readonly seed: MapTree;
  readonly problems: readonly Diagnostic[];
}

/** Puts parts together: lists are joined, the entries of maps too, and anything else is written only once. */
export function mergeSeeds(parts: readonly [Tree, ...Tree[]]): MergedSeed {
  const merged = new Map<string, Entry>();
  const problems: Diagnostic[] = [];
  for (const part of parts) {
    if (part.type !== "map") problems.push(problem("a seed is a map, with organizations", part.source));
    else
      for (const entry of part.entries) {
        const known = merged.get(entry.key);
        merged.set(entry.key, known === undefined ? entry : joined(known, entry, problems));
      }
  }
  return { seed: { type: "map", source: parts[0].source, entries: [...merged.values()] }, problems };
}

function joined(known: Entry, more: Entry, problems: Diagnostic[]): Entry {
  const [first, second] = [known.value, more.value];
  if (first.type === "list" && second.type === "list")
    return { ...known, value: { ...first, items: [...first.items, ...second.items] } };
  if (first.type === "map" && second.type === "map") {
    for (const { key, source } of second.entries) {
      const other = entryOf(first, key);
      if (other !== undefined) problems.push(twice(`${known.key}.${key} is written twice`, source, other));
    }
    return { ...known, value: { ...first, entries: [...first.entries, ...second.entries] } };
  }
  if (!equalJson(toJson(first), toJson(second)))
    problems.push(twice(`${known.key} has two values`, more.source, known));
  return known;
}

function twice(message: string, source: Source, other: Entry): Diagnostic {
  return {
    ...problem(message, source),
    related: [{ message: "the other one is here", source: other.source }],
  };
}

function problem(message: string, source: Source): Diagnostic {
  return error("DF5005", message, { source, hint: "see docs/reference/seed.md" });
}
