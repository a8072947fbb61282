import type { Json } from "../../text/json.ts";
import { columnOf, isFirstOnLine, type Lines, lineEnd, lineStart } from "./lines.ts";
import { afterKey, type FileStyle, indented, itemText, textsLike, valueInLine } from "./print.ts";
import type { Splice } from "./splice.ts";
import type { Slot, Syntax } from "./syntax.ts";

/** Puts another value as a whole into a slot. */
export function replaceValue(style: FileStyle, slot: Slot, wanted: Json): readonly Splice[] {
  const { value: old, inFlow } = slot;
  const texts = old?.type === "scalar" ? textsLike(old, wanted) : undefined;
  if (inFlow) {
    const text = valueInLine(wanted, hasPadding(style.lines, slot), texts);
    return [inPlace(slot, old === undefined ? ` ${text}` : text)];
  }
  const text = textOf(style, slot, wanted, texts);
  const isInLine = !text.includes("\n");
  if (isInLine && isOneLine(style.lines, old))
    return [inPlace(slot, old === undefined ? text : text.trimStart())];
  if (slot.type === "document") return [inPlace(slot, indented(style, text.replace(/^\n|^ /, ""), 0))];
  return around(style, slot, text);
}

/** The new value as it follows a key or a dash. */
function textOf(style: FileStyle, slot: Slot, wanted: Json, texts: ReturnType<typeof textsLike>): string {
  const inBraces =
    isBraced(slot.value) && typeof wanted === "object" && wanted !== null && sizeOf(slot.value) > 0;
  if (inBraces) return ` ${valueInLine(wanted, hasPadding(style.lines, slot))}`;
  if (slot.type === "item" && typeof wanted === "object") return itemText(style, wanted, false).slice(1);
  return afterKey(style, wanted, texts);
}

function isBraced(value: Syntax | undefined): boolean {
  return (value?.type === "map" || value?.type === "list") && value.flow;
}

function sizeOf(value: Syntax | undefined): number {
  return value?.type === "map" ? value.entries.length : value?.type === "list" ? value.items.length : 0;
}

/** Is it a value that ends on the line where it starts, and has no lines of its own? */
function isOneLine({ text }: Lines, value: Syntax | undefined): boolean {
  if (value === undefined) return true;
  const isInLines = (value.type === "map" || value.type === "list") && !value.flow;
  return !isInLines && !text.slice(value.start, value.end).includes("\n");
}

function inPlace({ value, valueAt }: Slot, text: string): Splice {
  return { from: value?.start ?? valueAt, to: value?.end ?? valueAt, pieces: [text] };
}

/**
 * The old value goes, and the new one comes; a comment on the line of the key stays there. Where both are in lines of
 * their own, one takes the place of the other.
 */
function around(style: FileStyle, slot: Slot, text: string): readonly Splice[] {
  const { lines } = style;
  const { value, valueAt } = slot;
  const column = columnOf(lines, slot.start);
  const isBelow =
    value !== undefined && isFirstOnLine(lines, value.start) && lineStart(lines, value.start) > valueAt;
  const [first, ...rest] = indented(style, text, column).split(lines.eol);
  const head = (first ?? "") + commentInHeader(lines, value);
  const below = rest.map((line) => lines.eol + line).join("");
  const eol = lineEnd(lines, valueAt);
  const oldEnd = value?.end ?? valueAt;
  const oldLineEnd = lineEnd(lines, oldEnd);
  if (isBelow) {
    const inLine = { from: valueAt, to: valueAt, pieces: [head] };
    return [...(head === "" ? [] : [inLine]), { from: eol, to: oldLineEnd, pieces: [below] }];
  }
  if (!isOneLine(lines, value)) {
    const note = lines.text.slice(oldEnd, oldLineEnd);
    return [{ from: valueAt, to: oldLineEnd, pieces: [head + note + below] }];
  }
  return [
    { from: valueAt, to: oldEnd, pieces: [head] },
    ...(below === "" ? [] : [{ from: eol, to: eol, pieces: [below] }]),
  ];
}

/** The comment behind the `|` or `>` of a text in lines. */
function commentInHeader({ text }: Lines, value: Syntax | undefined): string {
  if (value?.type !== "scalar" || (value.style !== "literal" && value.style !== "folded")) return "";
  return /^\S+([ \t]+#[^\r\n]*)/.exec(text.slice(value.start, value.end))?.[1] ?? "";
}

/** Do braces around here have spaces inside? */
export function hasPadding({ text }: Lines, { start, value }: Slot): boolean {
  const at = value?.type === "map" && value.flow ? value.start : text.lastIndexOf("{", start);
  return at < 0 || (text[at + 1] !== undefined && /\s/.test(text[at + 1] ?? " "));
}
