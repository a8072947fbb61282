import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { humanName } from "../load/kind-slots.ts";
import { kindOfItem } from "../load/structure.ts";
import { type Entry, entryOf, type ListTree, type MapTree, type Tree, textOf } from "../read/tree.ts";
import type { Composing } from "./composing.ts";
import { reportNothingToPatch } from "./overlay-problems.ts";

/** An item of a list of resources, and what it is called there. */
interface Item {
  readonly item: MapTree;
  readonly kind: Kind;
  /** `section`, say, and its key. */
  readonly mark: Entry;
  readonly key: string;
}

/** One resource patched by the values of the entries. */
type PatchResource = (kind: Kind, base: Tree, of: readonly Entry[]) => Tree | undefined;

/**
 * A list of items patched by lists: each of their items patches the one that has its key, and the order stays. Nothing
 * where one of them is something else.
 */
export function patchItems(
  composing: Composing,
  kinds: readonly Kind[],
  base: Tree,
  of: readonly Entry[],
  patch: PatchResource,
): ListTree | undefined {
  const lists = of.flatMap(({ value }) => (value.type === "list" ? [value] : []));
  if (base.type !== "list" || lists.length < of.length) return undefined;
  const written = lists.flatMap(({ items }) => items);
  const patches = written.flatMap((tree) => itemOf(kinds, tree) ?? []);
  const byName = groupBy(patches, nameOf);
  const known = base.items.map((tree) => itemOf(kinds, tree));
  const items = base.items.map((tree, at) => {
    const item = known[at];
    const found = item && byName.get(nameOf(item));
    return item === undefined || found === undefined ? tree : patchItem(item, found, patch);
  });
  reportUnknown(
    composing,
    patches,
    known.filter((item) => item !== undefined),
  );
  // What is no item is told as such when the list is read.
  return { ...base, items: [...items, ...written.filter((tree) => itemOf(kinds, tree) === undefined)] };
}

function itemOf(kinds: readonly Kind[], tree: Tree): Item | undefined {
  const kind = tree.type === "map" ? kindOfItem(kinds, tree) : undefined;
  const mark = kind && entryOf(tree, kind.sequence.itemKey);
  const key = textOf(mark?.value);
  if (tree.type !== "map" || kind === undefined || mark === undefined || key === undefined) return undefined;
  return { item: tree, kind, mark, key };
}

function nameOf({ kind, key }: Item): string {
  return `${kind.name} ${key}`;
}

function patchItem({ item: base, kind }: Item, patches: readonly Item[], patch: PatchResource): Tree {
  const entries = patches.map(({ item, mark }) => ({
    ...mark,
    value: { ...item, entries: item.entries.filter((entry) => entry !== mark) },
  }));
  return patch(kind, base, entries) ?? base;
}

function reportUnknown(composing: Composing, patches: readonly Item[], base: readonly Item[]): void {
  const known = new Set(base.map(nameOf));
  const names = (kind: Kind) =>
    base.filter((item) => item.kind === kind).map(({ key, mark }) => ({ key, source: mark.value.source }));
  for (const item of patches) {
    if (known.has(nameOf(item))) continue;
    const { kind, key, mark } = item;
    const named = { key, source: mark.value.source };
    reportNothingToPatch(composing, named, `${humanName(kind)} "${key}" here`, () => names(kind));
  }
}
