import type { LineCounter, Node } from "yaml";
import type { Source } from "../../model/diagnostic.ts";

/** A text with its line starts, to turn an offset into a place. */
export interface Positions {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  /** The line of the last place that was asked for. */
  line?: number;
}

/** The place of a part of the text; its length ends with its first line. */
export function sourceAt(positions: Positions, start: number, end: number): Source {
  const { file, text, lines } = positions;
  const line = lineAt(positions, start);
  const nextLine = lines.lineStarts[line] ?? text.length + 1;
  const lineEnd = text[nextLine - 2] === "\r" ? nextLine - 2 : nextLine - 1;
  const length = Math.max(1, Math.min(end, lineEnd) - start);
  const column = start - (lines.lineStarts[line - 1] ?? 0) + 1;
  return { file, line, column, length };
}

/** The line of an offset, from 1. Most are asked for in the order of the text: it is that of the last one, or the next. */
function lineAt(positions: Positions, offset: number): number {
  const { lines, line: last = 1 } = positions;
  const startOf = lines.lineStarts;
  const line = offset >= (startOf[last] ?? Number.POSITIVE_INFINITY) ? last + 1 : last;
  const isThere = offset >= (startOf[line - 1] ?? 0) && offset < (startOf[line] ?? Number.POSITIVE_INFINITY);
  positions.line = isThere ? line : Math.max(lines.linePos(offset).line, 1);
  return positions.line;
}

/** The start of the line in which an offset stands. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of that line, before its line end. */
export function lineEnd(text: string, offset: number): number {
  const next = text.indexOf("\n", offset);
  const end = next < 0 ? text.length : next;
  return end > offset && text[end - 1] === "\r" ? end - 1 : end;
}

/** How far an offset stands from the start of its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The start and end of a node in the parsed text, without the white space around it. */
export function rangeOf(node: Node): readonly [number, number] {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}
