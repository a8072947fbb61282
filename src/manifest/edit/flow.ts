import type { Json } from "../../text/json.ts";
import { siblingAfter } from "./block.ts";
import type { Arranged, Membership } from "./changes.ts";
import { entryInBraces, type FileStyle, valueInLine } from "./print.ts";
import { hasPadding } from "./replace-value.ts";
import type { Piece, Splice } from "./splice.ts";
import { type EntrySlot, gapsIn, type ListSyntax, type MapSyntax, type Slot } from "./syntax.ts";

/** Takes entries out of braces, and puts new ones in. At least one entry stays. */
export function changeFlowMap(
  style: FileStyle,
  slot: Slot,
  map: MapSyntax,
  { removed, added }: Membership,
): readonly Splice[] {
  const kept = map.entries.filter((entry) => !removed.has(entry));
  const wanted: (EntrySlot | string)[] = [...kept];
  for (const one of added) {
    const next = siblingAfter(map.entries, kept, one);
    const text = entryInBraces(one.key, one.value, hasPadding(style.lines, slot));
    wanted.splice(next === undefined ? wanted.length : wanted.indexOf(next), 0, text);
  }
  return [rewrite(style.lines.text, map, wanted)];
}

/** Puts the items in brackets into another order; new ones come in, others go. At least one is in the result. */
export function arrangeFlow(
  style: FileStyle,
  slot: Slot,
  list: ListSyntax,
  arranged: readonly Arranged[],
): readonly Splice[] {
  const print = (value: Json): string => valueInLine(value, hasPadding(style.lines, slot));
  const wanted = arranged.map((item) => ("add" in item ? print(item.add) : item.keep));
  return [rewrite(style.lines.text, list, wanted)];
}

/** What is kept keeps its text. All parts are set apart like the first two: `, `, or a comma and a new line. */
function rewrite(text: string, syntax: MapSyntax | ListSyntax, wanted: readonly (Slot | string)[]): Splice {
  const gaps = gapsIn(text, syntax);
  const [opening = "", second] = gaps;
  const between = gaps.length > 2 ? second : opening.includes("\n") ? `,${opening}` : ", ";
  const pieces = wanted.flatMap((part, at): readonly Piece[] => [
    at === 0 ? opening : (between ?? ", "),
    typeof part === "string" ? part : { from: part.start, to: part.end },
  ]);
  return { from: syntax.start + 1, to: syntax.end - 1, pieces: [...pieces, gaps.at(-1) ?? ""] };
}
