import type { Json } from "../../text/json.ts";
import {
  type EntrySlot,
  type ItemSlot,
  type ListSyntax,
  type MapSyntax,
  type Slot,
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
