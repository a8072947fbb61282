import { error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { didYouMean } from "../read/report.ts";
import {
  type Entry,
  entryOf,
  isNull,
  type ListTree,
  type MapTree,
  scalarText,
  type Tree,
} from "../read/tree.ts";
import { humanName, kindOfItem, type Slot } from "../schema/kind-slots.ts";
import type { Composing } from "./composing.ts";
import { checkContradiction, checkRemoval, checkRemoved, type InLayer } from "./contradictions.ts";

/** The state of patching the documents of one organization. */
export interface Patching extends Composing, InLayer {}

/** The kind of what a slot holds by key. */
export function memberKind(slot: Slot | undefined): Kind | undefined {
  return slot?.type === "children" && slot.kind.shape === "collection" ? slot.kind : undefined;
}

/** The meaning of a key of a map: a resource of a collection, a part of a resource, or a plain value. */
type Target = Slot | { readonly type: "resource"; readonly kind: Kind } | undefined;

/** The entries of a map with those of an overlay laid over them: omitted keeps, null removes. */
export function patchEntries(
  patching: Patching,
  targetOf: (key: string) => Target,
  base: MapTree,
  patches: readonly Entry[],
): readonly Entry[] {
  const byKey = new Map(patches.map((patch) => [patch.key, patch]));
  const kept = base.entries.flatMap((entry) => {
    const patch = byKey.get(entry.key);
    if (patch === undefined) return [entry];
    if (isNull(patch.value)) {
      checkRemoval(patching, base, entry, patch);
      patching.removals.push({ key: entry.key, within: base.source, by: patch.source });
      return [];
    }
    const value = patchValue(patching, targetOf(entry.key), entry.value, patch.value);
    if (value === undefined) checkContradiction(patching, entry, patch);
    return value === undefined ? [patch] : [{ ...entry, value }];
  });
  const known = new Set(base.entries.map(({ key }) => key));
  const added = patches.filter((patch) => {
    if (known.has(patch.key)) return false;
    const target = targetOf(patch.key);
    checkRemoved(patching, base, patch);
    if (!isNull(patch.value) && !holdsResources(target)) return true;
    const kind = target?.type === "resource" ? target.kind : undefined;
    reportNothingToPatch(patching, patch, kind, base.entries);
    return false;
  });
  return [...kept, ...added];
}

function holdsResources(target: Target): boolean {
  return target?.type === "resource" || target?.type === "children" || target?.type === "items";
}

/** A value patched by another one; nothing where that takes its place. */
function patchValue(patching: Patching, target: Target, base: Tree, patch: Tree): Tree | undefined {
  if (target?.type === "items")
    return base.type === "list" && patch.type === "list"
      ? patchItems(patching, target.kinds, base, patch)
      : undefined;
  if (base.type !== "map" || patch.type !== "map") return undefined;
  const { entries } = patch;
  if (target?.type === "resource" || (target?.type === "children" && target.kind.shape === "singleton"))
    return patchResource(patching, target.kind, base, entries);
  const inner: Target = target?.type === "children" ? { type: "resource", kind: target.kind } : undefined;
  return { ...base, entries: patchEntries(patching, () => inner, base, entries) };
}

/** One resource patched; `clear` names the fields that are to be null. */
function patchResource(patching: Patching, kind: Kind, base: MapTree, patches: readonly Entry[]): MapTree {
  const slots = patching.index.slots(kind);
  const cleared = new Map(patches.flatMap(clearedBy).map((entry) => [entry.key, entry]));
  const others = patches.filter((entry) => !isClear(entry));
  const patched = patchEntries(patching, (key) => slots.get(key), base, others);
  for (const entry of patched) {
    const clear = cleared.get(entry.key);
    if (clear !== undefined) checkContradiction(patching, entry, clear);
  }
  return { ...base, entries: [...patched.filter(({ key }) => !cleared.has(key)), ...cleared.values()] };
}

/** Is it a list of names to clear: there, null removes? Anything else is told as an unknown field. */
function isClear({ key, value }: Entry): boolean {
  return (
    key === "clear" && value.type === "list" && value.items.every((item) => scalarText(item) !== undefined)
  );
}

function clearedBy(entry: Entry): readonly Entry[] {
  if (!isClear(entry) || entry.value.type !== "list") return [];
  return entry.value.items.map((item) => {
    const { source } = item;
    return { key: scalarText(item) ?? "", source, value: { type: "scalar", source, value: null } as const };
  });
}

/** A list of items patched: each item of the overlay patches the one that has its key, and the order stays. */
function patchItems(patching: Patching, kinds: readonly Kind[], base: ListTree, patch: ListTree): ListTree {
  const items = [...base.items];
  const known = items.map((tree) => itemOf(kinds, tree));
  const places = new Map(known.map((item, at) => [item?.name, at]));
  for (const tree of patch.items) {
    const item = itemOf(kinds, tree);
    const at = places.get(item?.name) ?? items.length;
    const target = itemOf(kinds, items[at]);
    if (item === undefined)
      // It is told as such when the list is read.
      items.push(tree);
    else if (target === undefined) {
      const others = known.filter((one) => one !== undefined);
      reportNothingToPatch(patching, { key: item.key, source: item.mark.value.source }, item.kind, others);
    } else {
      const entries = item.map.entries.filter((entry) => entry !== item.mark);
      items[at] = patchResource(patching, item.kind, target.map, entries);
    }
  }
  return { ...base, items };
}

interface Item {
  readonly map: MapTree;
  readonly kind: Kind;
  /** `section: KEY`, say. */
  readonly mark: Entry;
  readonly key: string;
  readonly name: string;
}

function itemOf(kinds: readonly Kind[], map: Tree | undefined): Item | undefined {
  const kind = map && kindOfItem(kinds, map);
  const mark = kind && entryOf(map, kind.sequence.itemKey);
  const key = scalarText(mark?.value);
  if (map?.type !== "map" || kind === undefined || mark === undefined || key === undefined) return undefined;
  return { map, kind, mark, key, name: `${kind.name} ${key}` };
}

/** Near keys are looked for among this many: thousands of mistakes in a wide map must not cost thousands of searches. */
const maxNames = 100;

/** Reports an overlay entry for something that the manifests do not declare; `kind`: the kind of such a resource. */
export function reportNothingToPatch(
  patching: Patching,
  { key, source }: Pick<Entry, "key" | "source">,
  kind: Kind | undefined,
  known: readonly Pick<Entry, "key">[],
): void {
  const { alias, layer, report } = patching;
  const whose = layer.forMany.size === 0 ? "the manifests declare" : `the manifests of ${alias} declare`;
  // A manifest that could not be read may declare it.
  if (report.isIncomplete()) return;
  const what = kind === undefined ? `${key} here` : `${humanName(kind)} "${key}"`;
  report.add(
    error("DF2020", `this patches nothing: ${whose} no ${what}`, {
      source,
      ...didYouMean(
        key,
        known.slice(0, maxNames).map((one) => one.key),
      ),
    }),
  );
}
