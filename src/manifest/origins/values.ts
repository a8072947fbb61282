import type { Source } from "../../model/diagnostic.ts";
import type { ValueOrigin } from "../../model/documents/origin-document.ts";
import type { Kind } from "../../model/kind.ts";
import type { Json } from "../../text/json.ts";
import type { Draft } from "../load/context.ts";
import { indexKinds, type KindIndex, type Slot } from "../load/kind-slots.ts";
import { kindOfItem } from "../load/structure.ts";
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

/** All that holds for a resource, with what is in it: each value, where it is from, and what it was made of. */
export function listValues(
  kinds: readonly Kind[],
  { kind, resource, entries }: Draft,
  overlays: ReadonlySet<string>,
): readonly ValueOrigin[] {
  const index = indexKinds(kinds);
  const sensitive = new Set(sensitiveIn(index, kind, entries));
  const written = leavesIn(entries).map((leaf): ValueOrigin => {
    const { file } = leaf.source;
    const from = overlays.has(file) ? "overlay" : file === "docform.yaml" ? "default" : "manifest";
    return { ...shownLeaf(leaf, isInside(leaf, sensitive)), from };
  });
  return [...written, ...placedBy({ resource, entries })];
}

/** What the resource does not write itself: where an order places it. */
function placedBy({ resource, entries }: Pick<Draft, "resource" | "entries">): readonly ValueOrigin[] {
  const known = new Set(entries.map(({ key }) => key));
  return Object.entries(resource.values).flatMap(([path, value]) => {
    const source = resource.sources[path];
    return known.has(path) || source === undefined ? [] : [{ path, value, from: "manifest", source }];
  });
}

function isInside({ path }: Leaf, sensitive: ReadonlySet<string>): boolean {
  return [...sensitive].some(
    (field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  );
}

/** Paths of the fields that must not be shown whatever they hold, of the resource and of what is in it. */
function sensitiveIn(index: KindIndex, kind: Kind, entries: readonly Entry[], base = ""): readonly string[] {
  const slots = index.slots(kind);
  return entries.flatMap(({ key, value }) => {
    const slot = slots.get(key);
    return slot === undefined ? [] : sensitiveInSlot(index, slot, value, `${base}${key}`);
  });
}

function sensitiveInSlot(index: KindIndex, slot: Slot, tree: Tree, path: string): readonly string[] {
  switch (slot.type) {
    case "field":
      return slot.field.sensitive === true ? [path] : [];
    case "children": {
      const entries = tree.type === "map" ? tree.entries : [];
      if (slot.kind.shape === "singleton") return sensitiveIn(index, slot.kind, entries, `${path}.`);
      return entries.flatMap(({ key, value }) =>
        value.type === "map" ? sensitiveIn(index, slot.kind, value.entries, `${path}.${key}.`) : [],
      );
    }
    case "items":
    case "structure": {
      const kinds = slot.type === "items" ? [slot.kind] : slot.kinds;
      return (tree.type === "list" ? tree.items : []).flatMap((item, at) => {
        const kind = item.type === "map" ? kindOfItem(kinds, item) : undefined;
        if (kind === undefined || item.type !== "map") return [];
        return sensitiveIn(index, kind, item.entries, `${path}[${at}].`);
      });
    }
    case "meta":
    case "order":
      return [];
  }
}
