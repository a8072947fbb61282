import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";

/** One value of a CSV file, without its quotes and the blanks around it. */
export interface Cell {
  readonly text: string;
  readonly source: Source;
}

/** The values of a CSV file (RFC 4180), line by line; empty lines say nothing. A line that cannot be read is a mistake. */
export function readCsv(
  file: string,
  text: string,
): { readonly lines: readonly (readonly Cell[])[]; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const lines = text.split(/\r?\n/).flatMap((line, at) => {
    if (line.trim() === "") return [];
    const cells = readLine(file, line, at + 1);
    if ("code" in cells) diagnostics.push(cells);
    return "code" in cells ? [] : [cells];
  });
  return { lines, diagnostics };
}

function readLine(file: string, text: string, line: number): readonly Cell[] | Diagnostic {
  const cells: Cell[] = [];
  for (let from = 0; ; ) {
    const found = readValue(text, from);
    const source = { file, line, column: from + 1, length: 1 };
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
