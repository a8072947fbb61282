import { addTo } from "../../model/group-by.ts";
import { canonicalJson, equalJson, isObject, type Json } from "../../text/json.ts";
import { type Arranged, type Changes, membershipOf } from "./changes.ts";
import { meaningOf } from "./escape-template.ts";
import { type ItemSlot, type ListSyntax, type MapSyntax, type Slot, valueIn } from "./syntax.ts";

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

/**
 * For each wanted value the item that becomes it: an equal one, else one that names the same thing, else the one in
 * its place. What is left over goes, and what finds none is new.
 */
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
  const left = wanted.flatMap((_, at) => (paired.has(at) ? [] : [at]));
  if (left.length === free.size)
    for (const [at, item] of [...free].entries()) paired.set(left[at] ?? 0, item);
  return wanted.map((_, at) => paired.get(at));
}

/** What an item of a map names: its first entry (`section: guides`). */
function firstEntry(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const [first] = Object.entries(value);
  return first && typeof first[1] !== "object" ? canonicalJson(first) : undefined;
}
