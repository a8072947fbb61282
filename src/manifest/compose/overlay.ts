import { error } from "../../model/diagnostic.ts";
import { addTo, groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { didYouMean } from "../read/report.ts";
import {
  type Entry,
  entriesOf,
  entryOf,
  isNull,
  type ListTree,
  type MapTree,
  scalarText,
  type Tree,
} from "../read/tree.ts";
import { readAlias } from "../schema/keys.ts";
import { humanName, kindOfItem, type Slot } from "../schema/kind-slots.ts";
import type { Composing } from "./composing.ts";

/**
 * The base with the documents of an overlay laid over it, one after the other. A base document of which nothing is
 * patched stays the same object.
 */
export function applyOverlay(
  composing: Composing,
  base: readonly Tree[],
  overlay: readonly Tree[],
  aliases: ReadonlySet<string> | undefined,
): readonly Tree[] {
  return overlay.reduce((documents, one) => applyDocument(composing, documents, one, aliases), base);
}

function applyDocument(
  composing: Composing,
  base: readonly Tree[],
  overlay: Tree,
  aliases: ReadonlySet<string> | undefined,
): readonly Tree[] {
  const { index, report } = composing;
  if (overlay.type !== "map") {
    const hint = "start with organization: ALIAS";
    report.add(error("DF1005", "an overlay must be a map", { source: overlay.source, hint }));
    return base;
  }
  const alias = readAlias({ report }, overlay, aliases);
  const owners = base.filter(
    (document): document is MapTree =>
      document.type === "map" && scalarText(entryOf(document, "organization")?.value) === alias,
  );
  const lines = overlay.entries
    .filter(({ key }) => key !== "organization")
    .flatMap((entry) => overlayLines(composing, entry));
  const placed = new Map<Tree, Line[]>();
  for (const line of lines)
    for (const document of patchedDocuments(composing, owners, line)) addTo(placed, document, line);
  return base.map((document) => {
    const patches = placed.get(document);
    if (patches === undefined || document.type !== "map") return document;
    const slotOf = (key: string) => index.rootSlots.get(key);
    return { ...document, entries: patchEntries(composing, slotOf, document, patchesOf(patches)) };
  });
}

/** The kind of what a slot holds by key. */
function memberKind(slot: Slot | undefined): Kind | undefined {
  return slot?.type === "children" && slot.kind.shape === "collection" ? slot.kind : undefined;
}

/** One thing that an overlay says: a key, or one resource or line of `manage` under it. */
interface Line {
  readonly outer: Entry;
  readonly inner?: Entry;
}

function overlayLines({ index }: Composing, outer: Entry): readonly Line[] {
  const { key, value } = outer;
  const slot = index.rootSlots.get(key);
  const isSplit = key === "manage" || memberKind(slot) !== undefined;
  return isSplit && value.type === "map" ? value.entries.map((inner) => ({ outer, inner })) : [{ outer }];
}

function patchesOf(lines: readonly Line[]): readonly Entry[] {
  return [...groupBy(lines, ({ outer }) => outer.key).values()].flatMap((of) => {
    const entries = of.flatMap(({ inner }) => inner ?? []);
    return of.slice(0, 1).map(({ outer }) => {
      const { value } = outer;
      return value.type === "map" && entries.length > 0 ? { ...outer, value: { ...value, entries } } : outer;
    });
  });
}

/** The base documents that a line patches: those that write it, or one that takes an order, say, which none writes. */
function patchedDocuments(composing: Composing, owners: readonly MapTree[], line: Line): readonly MapTree[] {
  const { outer, inner } = line;
  const writing = owners.filter((document) => {
    const own = entryOf(document, outer.key);
    return own !== undefined && (inner === undefined || entryOf(own.value, inner.key) !== undefined);
  });
  if (writing.length > 0) return writing;
  const first = owners.find((document) => entryOf(document, outer.key) !== undefined) ?? owners[0];
  const slot = composing.index.rootSlots.get(outer.key);
  // A mistyped key is told when it is read.
  if (first !== undefined && slot === undefined && !isNull((inner ?? outer).value)) return [first];
  const known = inner === undefined ? first : entryOf(first, outer.key)?.value;
  reportNothingToPatch(composing, inner ?? outer, inner && memberKind(slot), entriesOf(known));
  return [];
}

/** The meaning of a key of a map: a resource of a collection, a part of a resource, or a plain value. */
type Target = Slot | { readonly type: "resource"; readonly kind: Kind } | undefined;

/** The entries of a map with those of an overlay laid over them: omitted keeps, null removes. */
function patchEntries(
  composing: Composing,
  targetOf: (key: string) => Target,
  base: MapTree,
  patches: readonly Entry[],
): readonly Entry[] {
  const byKey = new Map(patches.map((patch) => [patch.key, patch]));
  const kept = base.entries.flatMap((entry) => {
    const patch = byKey.get(entry.key);
    if (patch === undefined) return [entry];
    if (isNull(patch.value)) {
      composing.removals.push({ key: entry.key, within: base.source, by: patch.source });
      return [];
    }
    const value = patchValue(composing, targetOf(entry.key), entry.value, patch.value);
    return value === undefined ? [patch] : [{ ...entry, value }];
  });
  const known = new Set(base.entries.map(({ key }) => key));
  const added = patches.filter((patch) => {
    if (known.has(patch.key)) return false;
    const target = targetOf(patch.key);
    if (!isNull(patch.value) && !holdsResources(target)) return true;
    const kind = target?.type === "resource" ? target.kind : undefined;
    reportNothingToPatch(composing, patch, kind, base.entries);
    return false;
  });
  return [...kept, ...added];
}

function holdsResources(target: Target): boolean {
  return target?.type === "resource" || target?.type === "children" || target?.type === "items";
}

/** A value patched by another one; nothing where that takes its place. */
function patchValue(composing: Composing, target: Target, base: Tree, patch: Tree): Tree | undefined {
  if (target?.type === "items")
    return base.type === "list" && patch.type === "list"
      ? patchItems(composing, target.kinds, base, patch)
      : undefined;
  if (base.type !== "map" || patch.type !== "map") return undefined;
  const { entries } = patch;
  if (target?.type === "resource" || (target?.type === "children" && target.kind.shape === "singleton"))
    return patchResource(composing, target.kind, base, entries);
  const inner: Target = target?.type === "children" ? { type: "resource", kind: target.kind } : undefined;
  return { ...base, entries: patchEntries(composing, () => inner, base, entries) };
}

/** One resource patched; `clear` names the fields that are to be null. */
function patchResource(composing: Composing, kind: Kind, base: MapTree, patches: readonly Entry[]): MapTree {
  const slots = composing.index.slots(kind);
  const cleared = new Map(patches.flatMap(clearedBy).map((entry) => [entry.key, entry]));
  const others = patches.filter((entry) => !isClear(entry));
  const patched = patchEntries(composing, (key) => slots.get(key), base, others);
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
function patchItems(composing: Composing, kinds: readonly Kind[], base: ListTree, patch: ListTree): ListTree {
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
      reportNothingToPatch(composing, { key: item.key, source: item.mark.value.source }, item.kind, others);
    } else {
      const entries = item.map.entries.filter((entry) => entry !== item.mark);
      items[at] = patchResource(composing, item.kind, target.map, entries);
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
function reportNothingToPatch(
  { report }: Composing,
  { key, source }: Pick<Entry, "key" | "source">,
  kind: Kind | undefined,
  known: readonly Pick<Entry, "key">[],
): void {
  const what = kind === undefined ? `${key} here` : `${humanName(kind)} "${key}"`;
  report.add(
    error("DF2020", `this patches nothing: the manifests declare no ${what}`, {
      source,
      ...didYouMean(
        key,
        known.slice(0, maxNames).map((one) => one.key),
      ),
    }),
  );
}
