import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";

/** One value of a CSV file, without its quotes and the blanks around it. */
export interface Cell {
  readonly text: string;
  readonly source: Source;
}

/** The values of one line of a CSV file, or the mistake in it. */
type Line = readonly Cell[] | Diagnostic;

/** The lines of a CSV file (RFC 4180), each with at most so many values; empty lines say nothing. */
export function* csvLines(file: string, text: string, most: number): Generator<Line, undefined> {
  let line = 1;
  for (let from = 0; from < text.length; line += 1) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    const written = text.slice(from, end).replace(/\r$/, "");
    if (written.trim() !== "") yield readLine({ file, line }, written, most);
    from = end + 1;
  }
}

function readLine(place: Pick<Source, "file" | "line">, text: string, most: number): Line {
  const cells: Cell[] = [];
  for (let from = 0; ; ) {
    const found = readValue(text, from);
    const source = { ...place, column: from + 1, length: 1 };
    if (cells.length === most)
      return error("DF1003", `this line of the table has more than ${most} values`, { source });
    if (found === undefined) {
      const hint = 'a value with a comma or a quote is in quotes, each of its own quotes twice: "a ""b"", c"';
      return error("DF1024", "this line of the table has a quote that does not fit", { source, hint });
    }
    const length = Math.max(1, found.end - from);
    cells.push({ text: found.value, source: { ...source, length } });
    if (found.end >= text.length) return cells;
    from = found.end + 1;
  }
}

/**
 * The value that begins at a place of a line, and the place of the comma behind it. Each character is looked at once: a
 * pattern would take very long for a hostile line.
 */
function readValue(text: string, from: number): { readonly value: string; readonly end: number } | undefined {
  const start = skipBlanks(text, from);
  if (text[start] !== '"') {
    const comma = text.indexOf(",", start);
    const end = comma < 0 ? text.length : comma;
    const value = text.slice(start, end).trim();
    return value.includes('"') ? undefined : { value, end };
  }
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const end = close < 0 ? -1 : skipBlanks(text, close + 1);
  if (end < 0 || (end < text.length && text[end] !== ",")) return undefined;
  return { value: text.slice(start + 1, close).replaceAll('""', '"'), end };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}
