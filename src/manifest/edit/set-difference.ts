import { addTo } from "../../model/group-by.ts";
import { canonicalJson, equalJson, isObject, type Json } from "../../text/json.ts";
import { meaningOf } from "../compose/template.ts";
import { type Added, type Collection, type Slot, valueIn } from "./syntax.ts";

/** Notes what has to change so that a slot holds a value: only what differs, all the way down. */
export function setDifference(slot: Slot, wanted: Json): void {
  const { value } = slot;
  if (meansSame(valueIn(value), wanted)) return;
  if (value?.type === "map" && isObject(wanted) && value.slots.some(({ key }) => Object.hasOwn(wanted, key)))
    setMap(value, wanted);
  else if (value?.type === "list" && Array.isArray(wanted) && value.slots.length > 0 && wanted.length > 0)
    setList(value, wanted);
  else slot.wanted = wanted;
}

/** Do two values mean the same, as texts of a manifest? */
export function meansSame(a: Json, b: Json): boolean {
  return equalJson(a, b) || equalJson(meaningOf(a), meaningOf(b));
}

function setMap(map: Collection, wanted: { readonly [key: string]: Json }): void {
  for (const entry of map.slots) {
    const value = Object.hasOwn(wanted, entry.key) ? wanted[entry.key] : undefined;
    if (value === undefined) entry.isRemoved = true;
    else setDifference(entry, value);
  }
  const known = new Set(map.slots.map(({ key }) => key));
  const added = Object.entries(wanted).filter(([key]) => !known.has(key));
  map.wanted = [...map.wanted, ...added.map(([key, value]): Added => ({ type: "added", key, value }))];
}

function setList(list: Collection, wanted: readonly Json[]): void {
  const kept = pairItems(list.slots, wanted);
  list.wanted = wanted.map((value, at) => {
    const item = kept.get(at);
    if (item === undefined) return { type: "added", key: "", value };
    setDifference(item, value);
    return item;
  });
}

/** For each wanted value the item that becomes it: an equal one, else one whose first entry is the same. */
function pairItems(items: readonly Slot[], wanted: readonly Json[]): ReadonlyMap<number, Slot> {
  const paired = new Map<number, Slot>();
  for (const textOf of [canonicalJson, firstEntry]) {
    const taken = new Set(paired.values());
    const free = new Map<string | undefined, Slot[]>();
    for (const item of items) if (!taken.has(item)) addTo(free, textOf(valueIn(item.value)), item);
    for (const [at, value] of wanted.entries()) {
      const text = paired.has(at) ? undefined : textOf(value);
      const item = text === undefined ? undefined : free.get(text)?.shift();
      if (item !== undefined) paired.set(at, item);
    }
  }
  return paired;
}

/** The first entry of an item names it (`section: guides`). */
function firstEntry(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const [first] = Object.entries(value);
  return first && typeof first[1] !== "object" ? canonicalJson(first) : undefined;
}
