import type { Source } from "../../model/diagnostic.ts";
import type { Json } from "../../text/json.ts";
import {
  type Entry,
  type Ingredient,
  isFailed,
  isFromEnvironment,
  scalarsOf,
  type Tree,
  toJson,
} from "../read/tree.ts";

/** A value that is shown on a line of its own: a scalar, a list of scalars, or something empty. */
export interface Leaf {
  readonly path: string;
  readonly source: Source;
  readonly tree: Tree;
}

/** The leaves in entries, with paths such as `source.url` and `structure[0].title`. */
export function leavesIn(entries: readonly Entry[], base = ""): readonly Leaf[] {
  return entries.flatMap(({ key, value, source }) =>
    leavesOf(value, base === "" ? key : `${base}.${key}`, source),
  );
}

function leavesOf(tree: Tree, path: string, source: Source): readonly Leaf[] {
  if (tree.type === "map" && tree.entries.length > 0) return leavesIn(tree.entries, path);
  if (tree.type === "list" && tree.items.some(({ type }) => type !== "scalar"))
    return tree.items.flatMap((item, at) => leavesOf(item, `${path}[${at}]`, item.source));
  const isWritten = tree.type === "scalar" && tree.value !== null;
  return [{ path, source: isWritten ? tree.source : source, tree }];
}

/** The value of a leaf as documents show it; `isSensitive`: it is, whatever it is made of. */
export function shownLeaf(
  { path, source, tree }: Leaf,
  isSensitive: boolean,
): {
  readonly path: string;
  readonly value?: Json;
  readonly sensitive?: true;
  readonly source: Source;
  readonly madeOf?: Ingredient[];
} {
  const madeOf = scalarsOf(tree).flatMap((scalar) => scalar.madeOf ?? []);
  const isHidden = isSensitive || isFromEnvironment(tree);
  return {
    path,
    ...(isHidden ? { sensitive: true } : isFailed(tree) ? {} : { value: toJson(tree) }),
    source,
    ...(madeOf.length === 0 ? {} : { madeOf }),
  };
}
