import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";

/** One value of a CSV file, without its quotes and the blanks around it. */
export interface Cell {
  readonly text: string;
  readonly source: Source;
}

/** A quoted value, or one up to the next comma. A value is in one line. */
const cellPattern = /[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^,"]*))(,|$)/y;

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
    cellPattern.lastIndex = from;
    const found = cellPattern.exec(text);
    const source = { file, line, column: from + 1, length: 1 };
    if (found === null) {
      const hint = 'a value with a comma or a quote is in quotes, each of its own quotes twice: "a ""b"", c"';
      return error("DF1024", "this line of the table has a quote that does not fit", { source, hint });
    }
    const [whole, quoted, plain = "", end] = found;
    const value = quoted?.replaceAll('""', '"') ?? plain.trim();
    const length = Math.max(1, whole.length - (end === "," ? 1 : 0));
    cells.push({ text: value, source: { ...source, length } });
    if (end !== ",") return cells;
    from = cellPattern.lastIndex;
  }
}
