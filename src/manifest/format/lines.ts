import { columnOf, lineEnd } from "../read/positions.ts";

/** A line between two values: nothing, or a comment with the column where it begins. */
export type LooseLine = { readonly comment: string; readonly column: number } | "blank";

/** Blank lines and comments from a line start on, and the first place of something else (the end of the text at last). */
export interface Loose {
  readonly lines: readonly LooseLine[];
  readonly next: number;
}

/** Reads blank lines and comments from a line start on. */
export function looseAt(text: string, start: number): Loose {
  const lines: LooseLine[] = [];
  for (let at = start; ; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    const first = line.search(/[^ \t]/);
    if (first >= 0 && line[first] !== "#") return { lines, next: at + first };
    if (first >= 0) lines.push({ comment: line.slice(first).trimEnd(), column: first });
    else if (end < text.length || line !== "") lines.push("blank");
    if (end >= text.length) return { lines, next: text.length };
    at = end + 1;
  }
}

/** What is written after a value on its line; undefined when that is more than a comment. */
export function afterValue(
  text: string,
  at: number,
): { readonly comment: string; readonly next: number } | undefined {
  const end = lineEnd(text, at);
  const rest = text.slice(at, end);
  if (!/^(?:[ \t]+#.*|[ \t]*)$/.test(rest)) return undefined;
  return { comment: rest.trim() === "" ? "" : ` ${rest.trim()}`, next: Math.min(end + 1, text.length) };
}

/**
 * Parts what stands between two values: comments that belong to the end of a block whose items begin at the column,
 * and how far in the text they reach. What is less indented belongs to what follows.
 */
export function endOfBlock(text: string, start: number, column: number): Loose {
  const { lines } = looseAt(text, start);
  const outside = lines.findIndex((line) => line !== "blank" && line.column < column);
  const inside = outside < 0 ? lines : lines.slice(0, outside);
  const last = inside.findLastIndex((line) => line !== "blank") + 1;
  let next = start;
  for (let count = 0; count < last; count++) next = Math.min(lineEnd(text, next) + 1, text.length);
  return { lines: inside.slice(0, last), next };
}

/** The lines as they are written again. */
export function printLoose(lines: readonly LooseLine[]): readonly string[] {
  return oneBlankAtATime(lines.map((line) => (line === "blank" ? "" : line.comment)));
}

/** The lines with one blank line at most at a time. They must hold no scalar: there, blank lines are its text. */
export function oneBlankAtATime(lines: readonly string[]): readonly string[] {
  return lines.filter((line, at) => line !== "" || lines[at - 1] !== "");
}

/** The lines further in. */
export function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

/** The lines of a part of the text, moved so that what begins in the column begins at the start of the line. */
export function shifted(text: string, start: number, end: number): readonly string[] {
  const [first = "", ...rest] = text.slice(start, end).split("\n");
  const margin = new RegExp(`^[ ]{0,${columnOf(text, start)}}`);
  return [first, ...rest.map((line) => line.replace(margin, ""))];
}
