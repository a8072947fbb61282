import type { Source } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { canonicalJson } from "../../text/json.ts";
import { humanName, type Slot } from "../load/kind-slots.ts";
import { type Entry, isNull, type MapTree, type Tree, textOf, toJson } from "../read/tree.ts";
import type { Composing } from "./composing.ts";
import { patchedTwice, reportNothingToPatch, reportNothingToRemove } from "./overlay-problems.ts";
import { patchItems } from "./patch-items.ts";

/** What the keys of a map stand for, as far as it is more than a value. */
type Slots = ReadonlyMap<string, Slot>;

/** All that an overlay says of one key: several entries where several of its documents speak of it. */
type Patches = readonly Entry[];

/** The entries of a map with those of an overlay laid over them: omitted keeps, null removes. */
export function patchEntries(
  composing: Composing,
  slots: Slots,
  { entries: base, source }: MapTree,
  patches: readonly Entry[],
): readonly Entry[] {
  const byKey = groupBy(patches, ({ key }) => key);
  const kept = base.flatMap((entry) => {
    const of = byKey.get(entry.key);
    if (of === undefined) return [entry];
    return patchEntry(composing, source, entry, of, () =>
      patchSlot(composing, slots.get(entry.key), entry.value, of),
    );
  });
  const known = new Set(base.map(({ key }) => key));
  const added = [...byKey].filter(([key]) => !known.has(key));
  return [...kept, ...added.flatMap(([key, of]) => addEntry(composing, slots.get(key), base, of))];
}

/** One entry with what an overlay says of it. `inside` patches its value, or gives nothing where it is replaced. */
function patchEntry(
  composing: Composing,
  within: Source,
  base: Entry,
  of: Patches,
  inside: () => Tree | undefined,
): readonly Entry[] {
  if (isRemoved(of)) {
    const [one] = theOne(composing, of);
    if (one !== undefined) composing.removals.push({ key: base.key, within, by: one.source });
    return [];
  }
  const value = inside();
  return value === undefined ? theOne(composing, of) : [{ ...base, value }];
}

function isRemoved(of: Patches): boolean {
  return of.some(({ value }) => isNull(value));
}

function patchSlot(composing: Composing, slot: Slot | undefined, base: Tree, of: Patches): Tree | undefined {
  switch (slot?.type) {
    case "structure":
    case "items":
      return patchItems(composing, slot.type === "items" ? [slot.kind] : slot.kinds, base, of, (...item) =>
        patchResource(composing, ...item),
      );
    case "children":
      if (slot.kind.shape === "singleton") return patchResource(composing, slot.kind, base, of);
      return patchChildren(composing, slot.kind, base, of);
    case "field":
    case "meta":
    case "order":
    case undefined:
      return patchMap(composing, noSlots, base, of);
  }
}

const noSlots: Slots = new Map();

/** A map patched by maps; nothing where one of them is something else. */
function patchMap(composing: Composing, slots: Slots, base: Tree, of: Patches): MapTree | undefined {
  const entries = entriesIn(of);
  if (base.type !== "map" || entries === undefined) return undefined;
  return { ...base, entries: patchEntries(composing, slots, base, entries) };
}

/** All entries of the maps; nothing when one is no map. */
function entriesIn(of: Patches): readonly Entry[] | undefined {
  const maps = of.flatMap(({ value }) => (value.type === "map" ? [value] : []));
  return maps.length < of.length ? undefined : maps.flatMap(({ entries }) => entries);
}

/** One resource patched; `clear` names the fields that are to be null. */
function patchResource(composing: Composing, kind: Kind, base: Tree, of: Patches): MapTree | undefined {
  const entries = entriesIn(of);
  if (base.type !== "map" || entries === undefined) return undefined;
  const cleared = new Map(
    entries
      .filter(isClear)
      .flatMap(clearedBy)
      .map((entry) => [entry.key, entry]),
  );
  const patches = entries.filter((entry) => !isClear(entry));
  const patched = patchEntries(composing, composing.index.slots(kind), base, patches);
  return { ...base, entries: [...patched.filter(({ key }) => !cleared.has(key)), ...cleared.values()] };
}

/** The key under which an overlay names what it clears: there, null removes. */
const clearKey = "clear";

/** A list of names; anything else stays, and is told as an unknown field. */
function isClear({ key, value }: Entry): boolean {
  return key === clearKey && value.type === "list" && value.items.every((item) => textOf(item) !== undefined);
}

function clearedBy({ value }: Entry): readonly Entry[] {
  return (value.type === "list" ? value.items : []).flatMap((item) => {
    const { source } = item;
    return [{ key: textOf(item) ?? "", source, value: { type: "scalar", source, value: null } as const }];
  });
}

function patchChildren(composing: Composing, kind: Kind, base: Tree, of: Patches): MapTree | undefined {
  const patches = entriesIn(of);
  if (base.type !== "map" || patches === undefined) return undefined;
  const byKey = groupBy(patches, ({ key }) => key);
  const entries = base.entries.flatMap((entry) => {
    const found = byKey.get(entry.key);
    if (found === undefined) return [entry];
    return patchEntry(composing, base.source, entry, found, () =>
      patchResource(composing, kind, entry.value, found),
    );
  });
  const known = new Set(base.entries.map(({ key }) => key));
  for (const entry of patches) if (!known.has(entry.key)) reportUnknown(composing, kind, entry, base.entries);
  return { ...base, entries };
}

function reportUnknown(composing: Composing, kind: Kind, entry: Entry, base: readonly Entry[]): void {
  if (isNull(entry.value)) reportNothingToRemove(composing, entry, () => base);
  else reportNothingToPatch(composing, entry, `${humanName(kind)} "${entry.key}"`, () => base);
}

/** What an overlay adds: a value that the manifests do not write. A resource that they do not have is an error. */
function addEntry(
  composing: Composing,
  slot: Slot | undefined,
  base: readonly Entry[],
  of: Patches,
): readonly Entry[] {
  const [first] = of;
  if (first === undefined) return [];
  if (isRemoved(of)) {
    reportNothingToRemove(composing, first, () => base);
    return [];
  }
  if (slot?.type === "children" || slot?.type === "structure" || slot?.type === "items") {
    reportNothingToPatch(composing, first, `${first.key} here`, () => base);
    return [];
  }
  const { value } = first;
  const added =
    value.type === "map" ? patchMap(composing, noSlots, { ...value, entries: [] }, of) : undefined;
  return added === undefined ? theOne(composing, of) : [{ ...first, value: added }];
}

/** What all documents say alike; that they do not is an error. */
function theOne({ report }: Composing, of: Patches): readonly Entry[] {
  const [first, ...others] = of;
  if (first === undefined || others.length === 0) return of;
  const said = canonicalJson(toJson(first.value));
  const other = others.find(({ value }) => canonicalJson(toJson(value)) !== said);
  if (other !== undefined) report.add(patchedTwice(first, other));
  return [first];
}
