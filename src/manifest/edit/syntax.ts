import type { Json } from "../../text/json.ts";

/** A value as it stands in the text: where it starts and ends, without its anchor, tag and comments. */
export type Syntax = MapSyntax | ListSyntax | ScalarSyntax | AliasSyntax;

interface Ranged {
  readonly start: number;
  readonly end: number;
  readonly anchor?: string | undefined;
  /** Does an alias repeat it? Then a change here is a change there too. */
  repeated: boolean;
}

/** A map, in lines or in braces. */
export interface MapSyntax extends Ranged {
  readonly type: "map";
  readonly flow: boolean;
  readonly entries: readonly EntrySlot[];
}

/** A list, in lines or in brackets. */
export interface ListSyntax extends Ranged {
  readonly type: "list";
  readonly flow: boolean;
  readonly items: readonly ItemSlot[];
}

/** A single value. */
export interface ScalarSyntax extends Ranged {
  readonly type: "scalar";
  readonly style: "plain" | "single" | "double" | "literal" | "folded";
  readonly value: null | boolean | number | string;
}

/** A repeated value. */
export interface AliasSyntax extends Ranged {
  readonly type: "alias";
  readonly target: Syntax | undefined;
}

/** What holds a value: an entry of a map, an item of a list, or a document. */
export type Slot = EntrySlot | ItemSlot | DocumentSlot;

interface SlotRange {
  /** The first character of all of it: the key, the dash. */
  readonly start: number;
  /** Where its content ends: comments and line end come after it. */
  readonly end: number;
  /** Where a value begins, or would: after the colon, the dash, anchor and tag. */
  readonly valueAt: number;
  readonly value: Syntax | undefined;
  /** Does it stand in braces or brackets? */
  readonly inFlow: boolean;
  /** Has it a form in which only its value can be edited: `? key`, `[a: 1]`? */
  readonly rigid: boolean;
}

/** One key with its value. */
export interface EntrySlot extends SlotRange {
  readonly type: "entry";
  readonly key: string;
  readonly keyStart: number;
}

/** One item of a list. */
export interface ItemSlot extends SlotRange {
  readonly type: "item";
}

/** All of a document. */
export interface DocumentSlot extends SlotRange {
  readonly type: "document";
}

/** The value that a syntax stands for. */
export function valueIn(syntax: Syntax | undefined): Json {
  switch (syntax?.type) {
    case undefined:
      return null;
    case "scalar":
      return syntax.value;
    case "alias":
      return valueIn(syntax.target);
    case "list":
      return syntax.items.map(({ value }) => valueIn(value));
    case "map":
      return Object.fromEntries(syntax.entries.map(({ key, value }) => [key, valueIn(value)]));
  }
}

/** The slots in a collection. */
export function slotsOf(syntax: Syntax | undefined): readonly (EntrySlot | ItemSlot)[] {
  if (syntax?.type === "map") return syntax.entries;
  return syntax?.type === "list" ? syntax.items : [];
}

/** What stands between the parts of a collection in braces or brackets: before the first, between two, after the last. */
export function gapsIn(text: string, syntax: MapSyntax | ListSyntax): readonly string[] {
  const slots = slotsOf(syntax);
  const ends = [syntax.start + 1, ...slots.map(({ end }) => end)];
  const starts = [...slots.map(({ start }) => start), syntax.end - 1];
  return ends.map((end, at) => text.slice(end, starts[at]));
}

/** Are all keys and items in a form that can be edited: no `? key`, and no comment among braces? */
export function isEditable(text: string, syntax: Syntax | undefined): boolean {
  if (syntax?.type !== "map" && syntax?.type !== "list") return true;
  if (slotsOf(syntax).some(({ rigid }) => rigid)) return false;
  return !syntax.flow || !gapsIn(text, syntax).some((gap) => gap.includes("#"));
}
