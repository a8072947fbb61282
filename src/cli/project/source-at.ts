import { placeOf, type Tree } from "../../manifest/read/tree.ts";
import type { Source } from "../../model/diagnostic.ts";

/** A value, and the place of its key. */
interface Part {
  readonly source: Source;
  readonly value: Tree;
}

/**
 * Where the value at a path (`organizations.0.title`) was written; where it is not there, the nearest around it.
 * A key may hold dots: the longest that fits is meant.
 */
export function sourceAt(tree: Tree, path: string): Source {
  return placeOf(partAt({ source: tree.source, value: tree }, path));
}

function partAt(part: Part, path: string): Part {
  const fitting = partsOf(part.value).filter(({ key }) => path === key || path.startsWith(`${key}.`));
  const [next] = fitting.sort((a, b) => b.key.length - a.key.length);
  return next === undefined ? part : partAt(next, path.slice(next.key.length + 1));
}

function partsOf(tree: Tree): readonly (Part & { readonly key: string })[] {
  if (tree.type === "map") return tree.entries;
  if (tree.type === "scalar") return [];
  return tree.items.map((value, index) => ({ key: String(index), source: value.source, value }));
}
