import type { Scalar } from "yaml";
import type { Json } from "../../text/json.ts";
import { columnOf, lineEnd, lineStart } from "../read/positions.ts";
import { type FileStyle, indented, printed, printedInLine } from "./print.ts";
import { isFirstOnLine, type Splice } from "./ranges.ts";
import { type ScalarSyntax, type Slot, type Syntax, slotsOf } from "./syntax.ts";

/** Puts another value as a whole into a slot. */
export function replaceValue(style: FileStyle, slot: Slot, wanted: Json): readonly Splice[] {
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
