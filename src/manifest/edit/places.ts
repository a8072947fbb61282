import type { Owner } from "./edit.ts";
import {
  type DocumentSlot,
  type EntrySlot,
  type MapSyntax,
  type Slot,
  type Syntax,
  slotsOf,
} from "./syntax.ts";

/** A slot that an edit names, and whether an alias repeats what it stands in. */
export interface Found<S extends Slot = Slot> {
  readonly slot: S;
  readonly repeated: boolean;
}

/** An entry, with the map that it stands in. */
export interface FoundEntry extends Found<EntrySlot> {
  readonly map: MapSyntax;
}

/** Finds the slots of a file by offsets. */
export interface Places {
  readonly entryAt: (offset: number) => FoundEntry | undefined;
  readonly ownerAt: (owner: Owner, offset: number) => Found | undefined;
}

/** Indexes the documents of a file. */
export function placesOf(documents: readonly DocumentSlot[]): Places {
  const entries = new Map<number, FoundEntry>();
  for (const { value } of documents) if (value !== undefined) index(value, value.repeated, entries);
  const entryAt = (offset: number): FoundEntry | undefined => entries.get(offset);
  const documentAt = (offset: number): Found | undefined => {
    const slot = documents.findLast(({ start }) => start <= offset) ?? documents[0];
    return slot && { slot, repeated: slot.value?.repeated === true };
  };
  return {
    entryAt,
    ownerAt: (owner, offset) => {
      if ("key" in owner) return withItself(entryAt(offset));
      const document = documentAt(offset);
      return "document" in owner || document === undefined ? document : itemAround(document, offset);
    },
  };
}

function index(syntax: Syntax, repeated: boolean, entries: Map<number, FoundEntry>): void {
  for (const slot of slotsOf(syntax)) {
    if (syntax.type === "map" && slot.type === "entry")
      entries.set(slot.keyStart, { slot, repeated, map: syntax });
    if (slot.value !== undefined) index(slot.value, repeated || slot.value.repeated, entries);
  }
}

/** What is repeated when a change is made inside the value. */
function withItself(found: Found | undefined): Found | undefined {
  return found && { slot: found.slot, repeated: found.repeated || found.slot.value?.repeated === true };
}

/** The innermost item of a list around an offset. */
function itemAround(document: Found, offset: number): Found | undefined {
  let found: Found | undefined;
  let at: Found | undefined = document;
  while (at !== undefined) {
    const outer: Found = at;
    const slot = slotsOf(outer.slot.value).find(({ start, end }) => start <= offset && offset < end);
    at = slot && { slot, repeated: outer.repeated || slot.value?.repeated === true };
    if (slot?.type === "item") found = at;
  }
  return found;
}
