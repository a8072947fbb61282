import { addTo } from "../../model/group-by.ts";
import { canonicalJson, equalJson, isObject, type Json } from "../../text/json.ts";
import { meaningOf } from "../compose/template.ts";
import {
  type DocumentSlot,
  type EntrySlot,
  type ItemSlot,
  type ListSyntax,
  type MapSyntax,
  type Slot,
  slotsOf,
  valueIn,
} from "./syntax.ts";

/** What shall change, by the parts of the text that it touches. */
export interface Changes {
  /** What holds a new value as a whole. */
  readonly set: Map<Slot, Json>;
  /** Maps that lose entries, or get new ones. */
  readonly members: Map<MapSyntax, Membership>;
  /** Lists whose items change places, go, or come. */
  readonly arranged: Map<ListSyntax, readonly Arranged[]>;
}

/** What a map loses and gets. */
export interface Membership {
  readonly removed: Set<EntrySlot>;
  readonly added: Added[];
}

/** A new entry, and the sibling that it stands beside; without one it stands at the end. */
export interface Added {
  readonly key: string;
  readonly value: Json;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A place of a list: an item that was there, or a new one. */
export type Arranged = { readonly keep: ItemSlot } | { readonly add: Json };

/** No changes so far. */
export function noChanges(): Changes {
  return { set: new Map(), members: new Map(), arranged: new Map() };
}

/** What a map loses and gets so far. */
export function membershipOf({ members }: Changes, map: MapSyntax): Membership {
  const known = members.get(map) ?? { removed: new Set(), added: [] };
  members.set(map, known);
  return known;
}

/** The value that a slot shall hold after the changes. */
export function wantedValue(changes: Changes, slot: Slot): Json {
  const set = changes.set.get(slot);
  if (set !== undefined) return set;
  const { value } = slot;
  if (value?.type === "map") return wantedMap(changes, value);
  if (value?.type !== "list") return valueIn(value);
  const items = changes.arranged.get(value) ?? value.items.map((keep): Arranged => ({ keep }));
  return items.map((item) => ("add" in item ? item.add : wantedValue(changes, item.keep)));
}

function wantedMap(changes: Changes, map: MapSyntax): Json {
  const { removed, added } = changes.members.get(map) ?? { removed: new Set(), added: [] };
  return Object.fromEntries([
    ...map.entries
      .filter((entry) => !removed.has(entry))
      .map((entry) => [entry.key, wantedValue(changes, entry)] as const),
    ...added.map(({ key, value }) => [key, value] as const),
  ]);
}

/** Notes what has to change so that a slot holds a value: only what differs, all the way down. */
export function setDifference(changes: Changes, slot: Slot, wanted: Json): void {
  const { value } = slot;
  if (meansSame(valueIn(value), wanted)) return;
  if (value?.type === "map" && isObject(wanted) && canChangeInside(value, wanted))
    setMap(changes, value, wanted);
  else if (value?.type === "list" && Array.isArray(wanted) && value.items.length > 0 && wanted.length > 0)
    setList(changes, value, wanted);
  else changes.set.set(slot, wanted);
}

/** Do two values mean the same, as texts of a manifest? */
export function meansSame(a: Json, b: Json): boolean {
  return equalJson(a, b) || equalJson(meaningOf(a), meaningOf(b));
}

function canChangeInside({ entries }: MapSyntax, wanted: Json): boolean {
  return isObject(wanted) && entries.some(({ key }) => Object.hasOwn(wanted, key));
}

function setMap(changes: Changes, map: MapSyntax, wanted: { readonly [key: string]: Json }): void {
  const known = new Set(map.entries.map(({ key }) => key));
  for (const entry of map.entries) {
    const value = Object.hasOwn(wanted, entry.key) ? wanted[entry.key] : undefined;
    if (value === undefined) membershipOf(changes, map).removed.add(entry);
    else setDifference(changes, entry, value);
  }
  for (const [key, value] of Object.entries(wanted))
    if (!known.has(key)) membershipOf(changes, map).added.push({ key, value });
}

function setList(changes: Changes, list: ListSyntax, wanted: readonly Json[]): void {
  const kept = pairItems(list.items, wanted);
  kept.forEach((item, at) => {
    if (item !== undefined) setDifference(changes, item, wanted[at] ?? null);
  });
  const isAsBefore = kept.length === list.items.length && kept.every((item, at) => item === list.items[at]);
  if (isAsBefore) return;
  const arranged = kept.map(
    (keep, at): Arranged => (keep === undefined ? { add: wanted[at] ?? null } : { keep }),
  );
  changes.arranged.set(list, arranged);
}

/** For each wanted value the item that becomes it: an equal one, else one whose first entry is the same. */
function pairItems(items: readonly ItemSlot[], wanted: readonly Json[]): readonly (ItemSlot | undefined)[] {
  const free = new Set(items);
  const paired = new Map<number, ItemSlot>();
  const pair = (sameText: (value: Json) => string | undefined): void => {
    const byText = new Map<string, ItemSlot[]>();
    for (const item of free) {
      const text = sameText(valueIn(item.value));
      if (text !== undefined) addTo(byText, text, item);
    }
    wanted.forEach((value, at) => {
      const text = paired.has(at) ? undefined : sameText(value);
      const item = text === undefined ? undefined : byText.get(text)?.shift();
      if (item === undefined) return;
      paired.set(at, item);
      free.delete(item);
    });
  };
  pair(canonicalJson);
  pair(firstEntry);
  return wanted.map((_, at) => paired.get(at));
}

/** What an item of a map names: its first entry (`section: guides`). */
function firstEntry(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const [first] = Object.entries(value);
  return first && typeof first[1] !== "object" ? canonicalJson(first) : undefined;
}

/** The same changes, where a map or a list of which nothing stays gets another value as a whole. */
export function wholeChanges(documents: readonly DocumentSlot[], changes: Changes): Changes {
  for (const document of documents) replaceEmptied(changes, document);
  return changes;
}

function replaceEmptied(changes: Changes, slot: Slot): void {
  const { value } = slot;
  for (const inner of slotsOf(value)) replaceEmptied(changes, inner);
  if (value?.type === "map") {
    const { removed, added } = changes.members.get(value) ?? { removed: new Set(), added: [] };
    if (removed.size === 0 || removed.size < value.entries.length) return;
    changes.members.delete(value);
    changes.set.set(slot, Object.fromEntries(added.map((one) => [one.key, one.value])));
  } else if (value?.type === "list") {
    const arranged = changes.arranged.get(value);
    if (arranged === undefined || arranged.some((item) => "keep" in item)) return;
    changes.arranged.delete(value);
    changes.set.set(
      slot,
      arranged.flatMap((item) => ("add" in item ? [item.add] : [])),
    );
  }
}
