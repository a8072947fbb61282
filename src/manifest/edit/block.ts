import type { Json } from "../../text/json.ts";
import type { Added, Arranged, Membership } from "./changes.ts";
import { columnOf, isFirstOnLine, ownEnd, ownStart, previousLineEnd } from "./lines.ts";
import { entryText, type FileStyle, indented, itemText } from "./print.ts";
import type { Piece, Splice } from "./splice.ts";
import type { EntrySlot, ListSyntax, MapSyntax, Slot, Syntax } from "./syntax.ts";

/** Takes entries out of a map in lines, and puts new ones in. At least one entry stays. */
export function changeBlockMap(
  style: FileStyle,
  slot: Slot,
  map: MapSyntax,
  { removed, added }: Membership,
): readonly Splice[] {
  const kept = map.entries.filter((entry) => !removed.has(entry));
  return [...removals(style, slot, map, removed), ...additions(style, slot, map, kept, added)];
}

function floorOf(slot: Slot, slots: readonly Slot[], at: number): number {
  return slots[at - 1]?.end ?? slot.valueAt;
}

function removals(
  style: FileStyle,
  slot: Slot,
  map: MapSyntax,
  removed: ReadonlySet<EntrySlot>,
): readonly Splice[] {
  const { lines } = style;
  const { entries } = map;
  const [first] = entries;
  // Behind a dash, what follows takes the place of what goes.
  const firstKept = entries.findIndex((entry) => !removed.has(entry));
  const isBehindDash = first !== undefined && !isFirstOnLine(lines, first.start);
  const ahead = isBehindDash ? firstKept : 0;
  const splices: Splice[] = [];
  // Entries at the top of a file go with the line end after them; all others with the one before.
  let top = 0;
  for (const [index, entry] of entries.entries()) {
    if (index < ahead || !removed.has(entry)) continue;
    const before = previousLineEnd(lines, ownStart(lines, entry, floorOf(slot, entries, index)));
    const to = ownEnd(lines, entry);
    if (before !== undefined && before >= top) splices.push({ from: before, to, pieces: [] });
    else {
      const next = nextLine(style, to);
      splices.push({ from: top, to: next, pieces: [] });
      top = next;
    }
  }
  const next = entries[firstKept];
  if (ahead === 0 || first === undefined || next === undefined) return splices;
  const to = ownStart(lines, next, floorOf(slot, entries, firstKept));
  return [{ from: first.start, to, pieces: [] }, ...splices];
}

function nextLine({ lines }: FileStyle, end: number): number {
  const next = lines.text.indexOf("\n", end);
  return next < 0 ? lines.text.length : next + 1;
}

function additions(
  style: FileStyle,
  slot: Slot,
  map: MapSyntax,
  kept: readonly EntrySlot[],
  added: readonly Added[],
): readonly Splice[] {
  const { lines } = style;
  const column = columnOf(lines, kept[0]?.keyStart ?? 0);
  return added.map((one): Splice => {
    const text = entryText(style, one.key, one.value, isInBraces(one.value, map.entries));
    const written = indented(style, text, column);
    const before = siblingAfter(map.entries, kept, one);
    if (before === undefined) {
      const at = ownEnd(lines, kept.at(-1) ?? slot);
      return { from: at, to: at, pieces: [lines.eol + " ".repeat(column) + written] };
    }
    const place = kept.indexOf(before);
    const previous = kept[place - 1];
    if (previous !== undefined) {
      const at = ownEnd(lines, previous);
      return { from: at, to: at, pieces: [lines.eol + " ".repeat(column) + written] };
    }
    const at = ownStart(lines, before, floorOf(slot, map.entries, map.entries.indexOf(before)));
    return { from: at, to: at, pieces: [written + lines.eol + " ".repeat(column)] };
  });
}

/** The entry that shall follow a new one; undefined for the end. */
export function siblingAfter(
  entries: readonly EntrySlot[],
  kept: readonly EntrySlot[],
  { before, after }: Pick<Added, "before" | "after">,
): EntrySlot | undefined {
  const anchor = entries.findIndex(({ key }) => key === (before ?? after));
  if (anchor < 0) return undefined;
  const from = before === undefined ? anchor + 1 : anchor;
  return entries.slice(from).find((entry) => kept.includes(entry));
}

/** Does a new value go into braces, as those of its siblings do? */
function isInBraces(value: Json, siblings: readonly Slot[]): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    areInBraces(siblings, Array.isArray(value) ? "list" : "map")
  );
}

function areInBraces(siblings: readonly Slot[], type: Syntax["type"]): boolean {
  const alike = siblings.flatMap(({ value }) =>
    value?.type === type && "flow" in value ? [value.flow] : [],
  );
  return alike.length > 0 && alike.every((flow) => flow);
}

/** Puts the items of a list in lines into another order; new ones come in, others go. At least one is in the result. */
export function arrangeBlock(
  style: FileStyle,
  slot: Slot,
  list: ListSyntax,
  arranged: readonly Arranged[],
): readonly Splice[] {
  const { lines } = style;
  const { items } = list;
  const ranges = items.map((item, at) => ({
    from: ownStart(lines, item, floorOf(slot, items, at)),
    to: ownEnd(lines, item),
  }));
  const [first] = ranges;
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return [];
  const column = columnOf(lines, items[0]?.start ?? 0);
  const usual = lines.eol + " ".repeat(column);
  const gaps = ranges.slice(1).map(({ from }, at) => lines.text.slice(ranges[at]?.to, from));
  const pieces = arranged.flatMap((item, at): readonly Piece[] => {
    const gap = at === 0 ? [] : [gaps[at - 1] ?? blankGap(gaps) ?? usual];
    if ("keep" in item) return [...gap, ranges[items.indexOf(item.keep)] ?? ""];
    return [...gap, indented(style, itemText(style, item.add, isInBraces(item.add, items)), column)];
  });
  const left = gaps.slice(Math.max(arranged.length - 1, 0)).filter((gap) => gap.includes("#"));
  return [{ from: first.from, to: last.to, pieces: [...pieces, ...left.map((gap) => gap.trimEnd())] }];
}

/** White space as it stands between all other items. */
function blankGap(gaps: readonly string[]): string | undefined {
  const [first] = gaps;
  return first !== undefined && first.trim() === "" && gaps.every((gap) => gap === first) ? first : undefined;
}
