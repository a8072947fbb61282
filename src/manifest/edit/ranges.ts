import { columnOf, lineEnd, lineStart } from "../read/positions.ts";
import { isModeline } from "../schema/modeline.ts";
import type { Slot } from "./syntax.ts";

/** A range of offsets; the end is not in it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A text that takes the place of a range; an insertion where the range is empty. */
export interface Splice extends Range {
  readonly text: string;
}

/** A range of a text with the splices in it, none of which overlap. */
export function applySplices(text: string, { from, to }: Range, splices: readonly Splice[]): string {
  let edited = "";
  let at = from;
  // The sort is stable, and insertions at one place come before the rest.
  const inOrder = splices.toSorted(
    (a, b) => a.from - b.from || Number(a.from !== a.to) - Number(b.from !== b.to),
  );
  for (const splice of inOrder) {
    edited += text.slice(at, splice.from) + splice.text;
    at = splice.to;
  }
  return edited + text.slice(at, to);
}

/** Is there nothing but white space before it on its line? */
export function isFirstOnLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/** A slot with the comments that belong to it: right above it, on its line, and below it when they are deeper. */
export function ownRange(text: string, slot: Slot, floor: number): Range {
  return { from: ownStart(text, slot, floor), to: ownEnd(text, slot) };
}

/**
 * The start of the comment lines right above a slot with the same indentation, at most up to `floor`. A comment for an
 * editor (`# yaml-language-server: …`) belongs to the file.
 */
function ownStart(text: string, { start }: Slot, floor: number): number {
  if (!isFirstOnLine(text, start)) return start;
  const column = columnOf(text, start);
  let own = start;
  for (;;) {
    const below = lineStart(text, own);
    const above = lineStart(text, below - 1);
    const line = text.slice(above, below).trimEnd();
    const isComment = below > 0 && /^ *#/.test(line) && line.indexOf("#") === column;
    if (!isComment || above + column < floor || isModeline(line.trimStart())) return own;
    own = above + column;
  }
}

/** The end of the comment on the last line of a slot, and of the comment lines below that are deeper than it. */
function ownEnd(text: string, { start, end }: Slot): number {
  const column = columnOf(text, start);
  let own = lineEnd(text, end);
  for (;;) {
    const next = text.indexOf("\n", own) + 1;
    const line = text.slice(next, lineEnd(text, next));
    if (next === 0 || !/^ *#/.test(line) || line.indexOf("#") <= column) return own;
    own = next + line.length;
  }
}
