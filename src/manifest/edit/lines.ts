import * as offsets from "../read/positions.ts";
import { isModeline } from "../schema/modeline.ts";
import type { Slot } from "./syntax.ts";

/** The lines of a text, for edits that take or leave whole ones. */
export interface Lines {
  readonly text: string;
  /** The line end of the file. */
  readonly eol: "\n" | "\r\n";
}

/** Looks at the lines of a text. */
export function linesOf(text: string): Lines {
  const first = text.indexOf("\n");
  return { text, eol: first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n" };
}

/** The start of the line in which an offset stands. */
export function lineStart({ text }: Lines, offset: number): number {
  return offsets.lineStart(text, offset);
}

/** The end of that line, before its line end. */
export function lineEnd({ text }: Lines, offset: number): number {
  return offsets.lineEnd(text, offset);
}

/** The end of the line before that one; undefined in the first line. */
export function previousLineEnd(lines: Lines, offset: number): number | undefined {
  const start = lineStart(lines, offset);
  if (start === 0) return undefined;
  return lines.text[start - 2] === "\r" ? start - 2 : start - 1;
}

/** How far an offset stands from the start of its line. */
export function columnOf({ text }: Lines, offset: number): number {
  return offsets.columnOf(text, offset);
}

/** Is there nothing but white space before it on its line? */
export function isFirstOnLine(lines: Lines, offset: number): boolean {
  return lines.text.slice(lineStart(lines, offset), offset).trim() === "";
}

/**
 * Where what belongs to a slot begins: at the comment lines that stand right above it, as deep as it is. They reach up
 * to `floor` at most. What an editor reads in a comment (`# yaml-language-server: …`) belongs to the file.
 */
export function ownStart(lines: Lines, { start }: Slot, floor: number): number {
  if (!isFirstOnLine(lines, start)) return start;
  const column = columnOf(lines, start);
  let own = start;
  for (;;) {
    const end = previousLineEnd(lines, own);
    if (end === undefined) return own;
    const at = lineStart(lines, end) + column;
    const line = lines.text.slice(lineStart(lines, end), end);
    if (at < floor || !/^ *#/.test(line) || line.indexOf("#") !== column) return own;
    if (isModeline(line.trimStart())) return own;
    own = at;
  }
}

/** Where what belongs to a slot ends: after the comment on its last line, and after comment lines deeper than it. */
export function ownEnd(lines: Lines, { start, end }: Slot): number {
  const column = columnOf(lines, start);
  let own = lineEnd(lines, end);
  for (;;) {
    const next = lines.text.indexOf("\n", own) + 1;
    if (next === 0) return own;
    const line = lines.text.slice(next, lineEnd(lines, next));
    if (!/^ *#/.test(line) || line.indexOf("#") <= column) return own;
    own = next + line.length;
  }
}
