import type { Paint } from "./style.ts";

/** A line of output with the text of its right column. */
export interface Line {
  readonly left: string;
  readonly right?: string | undefined;
  /** Colours the right text. */
  readonly paint?: Paint;
}

/** The first column of the right texts, unless a line is longer. */
const nearest = 56;
const farthest = 88;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the colour codes of style.ts
const colour = /\u001b\[\d+m/g;
const narrow = /^[\x20-\x7e]*$/;
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const joined = /^[\p{Mn}\p{Me}]/u;

/** The width of a text in terminal cells. Colours take none; Chinese characters and emoji take two. */
export function displayWidth(text: string): number {
  const bare = text.replace(colour, "");
  if (narrow.test(bare)) return bare.length;
  let width = 0;
  for (const character of bare) width += joined.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

/** The text, filled with spaces to a width. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Widest cell that others are aligned with. */
const widest = 64;

/** Width of a column of cells; cells that are far too wide do not count. */
export function columnWidth(cells: readonly string[], least = 0): number {
  return cells
    .map(displayWidth)
    .reduce((most, width) => (width > widest ? most : Math.max(most, width)), least);
}

/** Rows of cells with every column aligned, without trailing spaces. */
export function table(rows: readonly (readonly string[])[], gap = 2): string[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: columns }, (_, at) => columnWidth(rows.map((row) => row[at] ?? "")));
  return rows.map((row) =>
    row
      .map((cell, at) => pad(cell, Math.max(widths[at] ?? 0, displayWidth(cell)) + gap))
      .join("")
      .trimEnd(),
  );
}

/**
 * Aligns the right column of lines. A long left text moves only its own right text. In a terminal of known
 * width, the column starts where the right texts fit, and a right text without room gets a row of its own.
 */
export function layOut(lines: readonly Line[], room = Number.POSITIVE_INFINITY): string[] {
  const widths = lines.filter((line) => line.right).map((line) => displayWidth(line.left) + 3);
  const usual = widths.reduce((most, width) => (width > farthest ? most : Math.max(most, width)), nearest);
  const longest = columnWidth(lines.map(({ right = "" }) => right));
  const column = Math.min(usual, Math.max(room - longest, 0));
  return lines.flatMap(({ left, right, paint = (text) => text }) => {
    if (!right) return [left.trimEnd()];
    const start = Math.max(column, displayWidth(left) + 2);
    if (start + displayWidth(right) <= room) return [`${pad(left, start)}${paint(right)}`];
    const indent = left.length - left.trimStart().length + 4;
    return [left.trimEnd(), `${" ".repeat(indent)}${paint(right)}`];
  });
}

/** A text of words in rows of so many cells, the later ones indented. A word that is wider has a row by itself. */
function wrapWords(text: string, room: number, indent: string): readonly string[] {
  if (displayWidth(text) <= room) return [text];
  const start = /^ */.exec(text)?.[0] ?? "";
  return wrapParts(text.slice(start.length).split(" "), room, { start, indent });
}

/** Parts of a text, each whole, in rows of so many cells. */
export function wrapParts(
  parts: readonly string[],
  room: number,
  { start, indent }: { readonly start: string; readonly indent: string },
): readonly string[] {
  const rows: string[] = [];
  let row = start;
  let isEmpty = true;
  for (const word of parts) {
    if (!isEmpty && displayWidth(row) + 1 + displayWidth(word) > room) {
      rows.push(row.trimEnd());
      [row, isEmpty] = [indent, true];
    }
    row = isEmpty ? row + word : `${row} ${word}`;
    isEmpty = isEmpty && word === "";
  }
  return [...rows, row];
}

/** Lines that are shown as they are, however long: those of files, and commands, which somebody copies. */
const unbroken = /^ *\d* *│|^ +docform /;
/** A command at the end of a line, behind what it is for. */
const endsInCommand = /^(.*\S:) (docform .+)$/;

/**
 * A text for a terminal of so many columns: lines that are longer go on in the next row, at a word, and more indented. A
 * command to copy has a row of its own, in one piece.
 */
export function fitText(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < least) return text;
  return text
    .split("\n")
    .flatMap((line) => fitLine(line, columns))
    .join("\n");
}

/** Columns that rows of words need. */
const least = 20;

function fitLine(line: string, room: number): readonly string[] {
  const bare = line.replace(colour, "");
  if (displayWidth(line) <= room || unbroken.test(bare)) return [line];
  const indent = `${/^ */.exec(bare)?.[0] ?? ""}    `;
  const [, before, command] = endsInCommand.exec(line) ?? [];
  if (before === undefined || command === undefined) return wrapWords(line, room, indent);
  return [...wrapWords(before, room, indent), `${indent}${command}`];
}

/** Parts with an empty line between them, no spaces at line ends, and a newline at the end. */
export function page(parts: readonly (readonly string[])[]): string {
  const text = parts.filter((part) => part.length > 0).map((part) => part.join("\n"));
  const lines = text.join("\n\n").split("\n");
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
