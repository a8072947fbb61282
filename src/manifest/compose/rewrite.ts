import type { Kind } from "../../model/kind.ts";
import type { KindIndex, Slot } from "../load/kind-slots.ts";
import { kindOfItem } from "../load/structure.ts";
import type { Entry, ListTree, MapTree, Tree } from "../read/tree.ts";

/** How a document is rewritten. What is given back as it is stays the same object, up to the document. */
export interface Rewriting {
  readonly index: KindIndex;
  /** A map of resources by key; what is in them comes later. */
  readonly resources?: (kind: Kind, map: MapTree) => MapTree;
  /** The entries of a resource, on this level of the document; what is in them comes later. */
  readonly entries?: (kind: Kind, entries: readonly Entry[], level: number) => readonly Entry[];
}

/** The document with its maps of resources, and the entries of each resource, rewritten from the outside in. */
export function rewriteDocument(rewriting: Rewriting, document: Tree): Tree {
  if (document.type !== "map") return document;
  return withEntries(document, rewriteEntries(rewriting, rewriting.index.rootSlots, document.entries, 2));
}

/** The same for one resource, which stands on this level. */
export function rewriteResource(rewriting: Rewriting, kind: Kind, tree: Tree, level: number): Tree {
  if (tree.type !== "map") return tree;
  const entries = rewriting.entries?.(kind, tree.entries, level + 1) ?? tree.entries;
  return withEntries(tree, rewriteEntries(rewriting, rewriting.index.slots(kind), entries, level + 1));
}

function rewriteEntries(
  rewriting: Rewriting,
  slots: ReadonlyMap<string, Slot>,
  entries: readonly Entry[],
  level: number,
): readonly Entry[] {
  return mapSame(entries, (entry) => {
    const slot = slots.get(entry.key);
    return slot === undefined ? entry : withValue(entry, rewriteValue(rewriting, slot, entry.value, level));
  });
}

function rewriteValue(rewriting: Rewriting, slot: Slot, tree: Tree, level: number): Tree {
  switch (slot.type) {
    case "children":
      if (slot.kind.shape === "singleton") return rewriteResource(rewriting, slot.kind, tree, level);
      return tree.type === "map" ? rewriteResources(rewriting, slot.kind, tree, level) : tree;
    case "structure":
      return tree.type === "list" ? rewriteItems(rewriting, slot.kinds, tree, level) : tree;
    case "items":
      return tree.type === "list" ? rewriteItems(rewriting, [slot.kind], tree, level) : tree;
    case "field":
    case "meta":
    case "order":
      return tree;
  }
}

function rewriteResources(rewriting: Rewriting, kind: Kind, map: MapTree, level: number): MapTree {
  const whole = rewriting.resources?.(kind, map) ?? map;
  const entries = mapSame(whole.entries, (entry) =>
    withValue(entry, rewriteResource(rewriting, kind, entry.value, level + 1)),
  );
  return withEntries(whole, entries);
}

function rewriteItems(rewriting: Rewriting, kinds: readonly Kind[], list: ListTree, level: number): ListTree {
  const items = mapSame(list.items, (item) => {
    const kind = item.type === "map" ? kindOfItem(kinds, item) : undefined;
    return kind === undefined ? item : rewriteResource(rewriting, kind, item, level + 1);
  });
  return items === list.items ? list : { ...list, items };
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
