import type { Json } from "../../text/json.ts";
import { siblingAfter } from "./block.ts";
import type { Arranged, Membership } from "./changes.ts";
import { columnOf, type Lines } from "./lines.ts";
import { entryInBraces, type FileStyle, valueInLine } from "./print.ts";
import { hasPadding } from "./replace-value.ts";
import type { Piece, Splice } from "./splice.ts";
import type { EntrySlot, ListSyntax, MapSyntax, Slot } from "./syntax.ts";

type Splices = readonly (Splice | undefined)[];

/** Takes entries out of braces, and puts new ones in. At least one entry stays. */
export function changeFlowMap(
  style: FileStyle,
  slot: Slot,
  map: MapSyntax,
  { removed, added }: Membership,
): Splices {
  const kept = map.entries.filter((entry) => !removed.has(entry));
  const wanted: (EntrySlot | string)[] = [...kept];
  for (const one of added) {
    const next = siblingAfter(map.entries, kept, one);
    const text = entryInBraces(one.key, one.value, hasPadding(style.lines, slot));
    wanted.splice(next === undefined ? wanted.length : wanted.indexOf(next), 0, text);
  }
  return rewrite(style.lines, map, map.entries, wanted);
}

/** Puts the items in brackets into another order; new ones come in, others go. At least one is in the result. */
export function arrangeFlow(
  style: FileStyle,
  slot: Slot,
  list: ListSyntax,
  arranged: readonly Arranged[],
): Splices {
  const print = (value: Json): string => valueInLine(value, hasPadding(style.lines, slot));
  const wanted = arranged.map((item) => ("add" in item ? print(item.add) : item.keep));
  return rewrite(style.lines, list, list.items, wanted);
}

/** What stands around a part: before it from the line end on, and after it with its comma. */
interface Around {
  readonly lead: string;
  readonly tail: string;
}

function rewrite<S extends Slot>(
  lines: Lines,
  { start, end }: MapSyntax | ListSyntax,
  slots: readonly S[],
  wanted: readonly (S | string)[],
): Splices {
  const [first] = slots;
  const last = slots.at(-1);
  if (first === undefined || last === undefined || slots.some(({ rigid }) => rigid)) return [undefined];
  const opening = lines.text.slice(start + 1, first.start);
  const closing = splitAfterComma(lines.text.slice(last.end, end - 1));
  const around = aroundEach(lines, slots, opening, closing.tail);
  const isTall = opening.includes("\n");
  const usual = isTall ? "" : slots.length > 1 ? (around.get(first)?.tail ?? " ") : " ";
  const lead = isTall ? lines.eol + " ".repeat(columnOf(lines, first.start)) : "";
  const pieces = wanted.flatMap((part, at): readonly Piece[] => {
    const isLast = at === wanted.length - 1;
    const own = typeof part === "string" ? { lead, tail: usual } : around.get(part);
    const comma = !isLast || closing.hasComma ? "," : "";
    const before = at === 0 && !(own?.lead ?? "").includes("\n") ? opening : (own?.lead ?? "");
    const body = typeof part === "string" ? part : { from: part.start, to: part.end };
    const tail = part === last && own?.tail === "" ? usual : (own?.tail ?? "");
    return [before, body, comma + (isLast && !tail.includes("#") ? "" : tail)];
  });
  return [{ from: start + 1, to: end - 1, pieces: [...pieces, closing.rest] }];
}

function aroundEach<S extends Slot>(
  lines: Lines,
  slots: readonly S[],
  opening: string,
  lastTail: string,
): ReadonlyMap<S, Around> {
  const around = new Map<S, Around>();
  let lead = opening;
  slots.forEach((slot, at) => {
    const next = slots[at + 1];
    const between = next === undefined ? undefined : splitAfterComma(lines.text.slice(slot.end, next.start));
    around.set(slot, { lead, tail: between?.tail ?? lastTail });
    lead = between?.rest ?? "";
  });
  return around;
}

/** What follows a part: on its line after the comma, and from the line end on. */
function splitAfterComma(between: string): {
  readonly tail: string;
  readonly rest: string;
  readonly hasComma: boolean;
} {
  const comma = commaIn(between);
  const without = comma < 0 ? between : between.slice(0, comma) + between.slice(comma + 1);
  const eol = without.search(/\r?\n/);
  if (eol >= 0) return { tail: without.slice(0, eol), rest: without.slice(eol), hasComma: comma >= 0 };
  return comma < 0
    ? { tail: "", rest: without, hasComma: false }
    : { tail: without, rest: "", hasComma: true };
}

/** The comma that is not in a comment. */
function commaIn(between: string): number {
  const blanked = between.replace(/#[^\n]*/g, (comment) => " ".repeat(comment.length));
  return blanked.indexOf(",");
}
