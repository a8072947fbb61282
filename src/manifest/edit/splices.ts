import type { Scalar } from "yaml";
import type { Json } from "../../text/json.ts";
import { columnOf, lineEnd, lineStart } from "../read/positions.ts";
import { entryInBraces, type FileStyle, indented, printed, printedInLine } from "./print.ts";
import { applySplices, isFirstOnLine, ownRange, type Range, type Splice } from "./ranges.ts";
import {
  type Added,
  type Collection,
  gapsIn,
  type ScalarSyntax,
  type Slot,
  type Syntax,
  slotsOf,
  wantedParts,
  wantedValue,
} from "./syntax.ts";

/** The splices that make the text of a slot hold the wanted value. */
export function splicesIn(style: FileStyle, slot: Slot): readonly Splice[] {
  const { value, wanted } = slot;
  if (wanted !== undefined) return replaceValue(style, slot, wanted);
  if (value?.type !== "map" && value?.type !== "list") return [];
  const parts = wantedParts(value);
  if (parts.length === value.slots.length && parts.every((one, at) => one === value.slots[at]))
    return value.slots.flatMap((inner) => splicesIn(style, inner));
  if (parts.every(({ type }) => type === "added")) return replaceValue(style, slot, wantedValue(slot));
  if (value.isFlow) return [arrangeFlow(style, value, parts)];
  return [(value.type === "map" ? arrangeBlockMap : arrangeBlockList)(style, slot, value, parts)];
}

function editedText(style: FileStyle, slot: Slot, range: Range): string {
  return applySplices(style.text, range, splicesIn(style, slot));
}

type Parts = readonly (Slot | Added)[];

/** All parts are set apart like the first two: `, `, or a comma and a new line. */
function arrangeFlow(style: FileStyle, collection: Collection, parts: Parts): Splice {
  const gaps = gapsIn(style.text, collection);
  const [opening = "", second = ", "] = gaps;
  const between = gaps.length > 2 ? second : opening.includes("\n") ? `,${opening}` : ", ";
  const texts = parts.map((part) => {
    if (part.type !== "added") return editedText(style, part, { from: part.start, to: part.end });
    return collection.type === "map" ? entryInBraces(part.key, part.value) : printedInLine(part.value);
  });
  const text = opening + texts.join(between) + (gaps.at(-1) ?? "");
  return { from: collection.start + 1, to: collection.end - 1, text };
}

/** A map or list in lines, taken apart: its parts with their own comments, and the gaps between them. */
interface Block {
  readonly ranges: readonly Range[];
  readonly gaps: readonly string[];
  /** The gap between two neighbouring parts with nothing else in it. */
  readonly usual: string;
  readonly all: Range;
  readonly textOf: (part: Slot | Added) => string;
}

function blockOf(style: FileStyle, slot: Slot, { type, slots }: Collection): Block {
  const { text, eol } = style;
  const ranges = slots.map((one, at) => ownRange(text, one, slots[at - 1]?.end ?? slot.valueAt));
  const gaps = ranges.slice(1).map(({ from }, at) => text.slice(ranges[at]?.to, from));
  const column = columnOf(text, slots[0]?.start ?? 0);
  return {
    ranges,
    gaps,
    usual: eol + " ".repeat(column),
    all: { from: ranges[0]?.from ?? 0, to: ranges.at(-1)?.to ?? 0 },
    textOf: (part) => {
      const range = part.type === "added" ? undefined : ranges[slots.indexOf(part)];
      if (part.type !== "added" && range !== undefined) return editedText(style, part, range);
      const { key, value } = part as Added;
      const flowFrom = isLikeInBraces(value, slots) ? 1 : Number.POSITIVE_INFINITY;
      return indented(
        style,
        printed(style, type === "map" ? { [key]: value } : [value], { flowFrom }),
        column,
      );
    },
  };
}

/** Does a new value go into braces, as those of its siblings do? */
function isLikeInBraces(value: Json, siblings: readonly Slot[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  const alike = siblings.flatMap((one) =>
    one.value?.type === (Array.isArray(value) ? "list" : "map") ? [one.value.isFlow] : [],
  );
  return alike.length > 0 && alike.every((isFlow) => isFlow);
}

/** Entries of a map keep their order, and each gap its comments; a new one stands on the line below its neighbour. */
function arrangeBlockMap(style: FileStyle, slot: Slot, map: Collection, parts: Parts): Splice {
  const block = blockOf(style, slot, map);
  let text = "";
  let next = 0;
  for (const part of parts) {
    const at = part.type === "added" ? next : map.slots.indexOf(part);
    const gap = part.type === "added" ? "" : mergedGap(block.gaps.slice(Math.max(next - 1, 0), at));
    const loose = gap.includes("#") ? gap.trimStart() : "";
    text += (text === "" ? loose : gap || block.usual) + block.textOf(part);
    if (part.type !== "added") next = at + 1;
  }
  return { ...block.all, text: text + looseComments(block.gaps.slice(next - 1)) };
}

/** The gap between two parts after those between them are gone: comments stay, else that with more blank lines. */
function mergedGap(gaps: readonly string[]): string {
  return gaps.reduce((all, gap) => {
    if (all.includes("#")) return gap.includes("#") ? all.trimEnd() + gap : all;
    return gap.includes("#") || gap.length >= all.length ? gap : all;
  }, "");
}

function looseComments(gaps: readonly string[]): string {
  return gaps
    .filter((gap) => gap.includes("#"))
    .map((gap) => gap.trimEnd())
    .join("");
}

/** Items of a list move, and the gaps between them stay where they are. */
function arrangeBlockList(style: FileStyle, slot: Slot, list: Collection, parts: Parts): Splice {
  const { gaps, usual, all, textOf: textOfPart } = blockOf(style, slot, list);
  const [first = ""] = gaps;
  const isAlwaysBlank = first.trim() === "" && gaps.every((gap) => gap === first);
  const other = isAlwaysBlank && first !== "" ? first : usual;
  const texts = parts.map((part, at) => (at === 0 ? "" : (gaps[at - 1] ?? other)) + textOfPart(part));
  return { ...all, text: texts.join("") + looseComments(gaps.slice(parts.length - 1)) };
}

/** Puts another value as a whole into a slot. */
function replaceValue(style: FileStyle, slot: Slot, wanted: Json): readonly Splice[] {
  const { value: old, isInFlow } = slot;
  const texts = old?.type === "scalar" ? textsLike(old, wanted) : undefined;
  if (isInFlow) {
    const text = printedInLine(wanted, texts);
    return [inPlace(slot, old === undefined ? ` ${text}` : text)];
  }
  const text = textAfterKey(style, slot, wanted, texts);
  if (!text.includes("\n") && isOneLine(style, old))
    return [inPlace(slot, old === undefined ? text : text.trimStart())];
  if (slot.type === "document") return [inPlace(slot, indented(style, text.replace(/^\n|^ /, ""), 0))];
  return around(style, slot, text);
}

/** The form in which a new text is written where another one stood. */
function textsLike({ style }: ScalarSyntax, value: Json): Scalar.Type | undefined {
  if (typeof value !== "string") return undefined;
  if (style === "double" || /^\s/.test(value)) return "QUOTE_DOUBLE";
  if (!value.includes("\n")) return style === "single" ? "QUOTE_SINGLE" : undefined;
  if (style === "literal") return "BLOCK_LITERAL";
  return style === "folded" ? "BLOCK_FOLDED" : undefined;
}

/** The new value as it follows a key or a dash. */
function textAfterKey(style: FileStyle, slot: Slot, wanted: Json, texts: Scalar.Type | undefined): string {
  const isCollection = typeof wanted === "object" && wanted !== null;
  if (isCollection && isFlow(slot.value) && slotsOf(slot.value).length > 0)
    return ` ${printedInLine(wanted)}`;
  if (isCollection && slot.type === "item") return printed(style, [wanted]).slice(1);
  return printed(style, { k: wanted }, texts === undefined ? {} : { texts }).slice("k:".length);
}

function isFlow(value: Syntax | undefined): boolean {
  return (value?.type === "map" || value?.type === "list") && value.isFlow;
}

/** Is it a value that ends on the line where it starts, and has no lines of its own? */
function isOneLine({ text }: FileStyle, value: Syntax | undefined): boolean {
  if (value === undefined) return true;
  const isInLines = (value.type === "map" || value.type === "list") && !value.isFlow;
  return !isInLines && !text.slice(value.start, value.end).includes("\n");
}

function inPlace({ value, valueAt }: Slot, text: string): Splice {
  return { from: value?.start ?? valueAt, to: value?.end ?? valueAt, text };
}

/**
 * The old value goes, and the new one comes; a comment on the line of the key stays there. Where both are in lines of
 * their own, one takes the place of the other.
 */
function around(style: FileStyle, slot: Slot, printedText: string): readonly Splice[] {
  const { text, eol } = style;
  const { value, valueAt } = slot;
  const isBelow =
    value !== undefined && isFirstOnLine(text, value.start) && lineStart(text, value.start) > valueAt;
  const [first = "", ...rest] = indented(style, printedText, columnOf(text, slot.start)).split(eol);
  const head = first + commentInHeader(text, value);
  const below = rest.map((line) => eol + line).join("");
  const headEnd = lineEnd(text, valueAt);
  const oldEnd = value?.end ?? valueAt;
  const oldLineEnd = lineEnd(text, oldEnd);
  if (isBelow)
    return [
      { from: valueAt, to: valueAt, text: head },
      { from: headEnd, to: oldLineEnd, text: below },
    ];
  if (!isOneLine(style, value))
    return [{ from: valueAt, to: oldLineEnd, text: head + text.slice(oldEnd, oldLineEnd) + below }];
  return [
    { from: valueAt, to: oldEnd, text: head },
    { from: headEnd, to: headEnd, text: below },
  ];
}

/** The comment behind the `|` or `>` of a text in lines. */
function commentInHeader(text: string, value: Syntax | undefined): string {
  if (value?.type !== "scalar" || (value.style !== "literal" && value.style !== "folded")) return "";
  return /^\S+([ \t]+#[^\r\n]*)/.exec(text.slice(value.start, value.end))?.[1] ?? "";
}
