import type { Paint } from "./style.ts";

/** A line of output with the text of its right column. */
export interface Line {
  readonly left: string;
  readonly right?: string;
  /**
   * The end that the right text loses when there is no room. A source place loses its beginning, because its
   * end differs between files. It goes to a row of its own first. A text that loses its end stays on its row.
   */
  readonly loses?: "beginning" | "end";
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

/** Rows of cells as a table; where one of its rows is too long, each as many rows as its cells need, indented. */
export function flowingTable(
  rows: readonly (readonly string[])[],
  indent: number,
  room = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  const aligned = table(rows);
  const isLong = aligned.some((row) => displayWidth(row) > room);
  return isLong ? rows.map((cells) => flow(cells, indent, room)) : aligned.map((row) => [row]);
}

/**
 * Arranges cells next to each other, and on a new line where there is no room. A cell wider than the line
 * stays whole.
 */
export function flow(
  cells: readonly string[],
  indent: number,
  room = Number.POSITIVE_INFINITY,
): readonly string[] {
  const rows: string[] = [];
  for (const cell of cells.filter((one) => one !== "")) {
    const last = rows.at(-1);
    const beside = last === undefined ? cell : `${last}  ${cell}`;
    const fitsBelow = indent + displayWidth(cell) <= room;
    if (last !== undefined && displayWidth(beside) > room && fitsBelow) rows.push(" ".repeat(indent) + cell);
    else rows.splice(-1, 1, beside);
  }
  return rows;
}

/**
 * Aligns the right column of lines. A long left text moves only its own right text. In a terminal of known
 * width, the column starts where the right texts fit. A right text that fits nowhere moves below, is
 * shortened, or is left out.
 */
export function layOut(lines: readonly Line[], room = Number.POSITIVE_INFINITY): string[] {
  const widths = lines.filter((line) => line.right).map((line) => displayWidth(line.left) + 3);
  const usual = widths.reduce((most, width) => (width > farthest ? most : Math.max(most, width)), nearest);
  const longest = columnWidth(lines.map(({ right = "" }) => right));
  const column = Math.min(usual, Math.max(room - longest, 0));
  return lines.flatMap(({ left, right, loses = "beginning", paint = (text) => text }) => {
    if (!right) return [left.trimEnd()];
    const start = Math.max(column, displayWidth(left) + 2);
    const fits = start + displayWidth(right) <= room;
    if (!fits && loses === "beginning") return [left.trimEnd(), ...rowBelow(left, right, room, paint)];
    const shown = fitting(right, room - start, loses);
    return [shown === "" ? left.trimEnd() : `${pad(left, start)}${paint(shown)}`.trimEnd()];
  });
}

/** A row below another one, indented like its text. */
function rowBelow(above: string, text: string, room: number, paint: Paint): readonly string[] {
  const indent = " ".repeat(above.length - above.trimStart().length + 4);
  const shown = fitting(text, room - indent.length, "beginning");
  return shown === "" ? [] : [`${indent}${paint(shown)}`];
}

/** Cells of a part of a text that still tell something. */
const fewest = 12;

/** The text, or the rest of it, in so many cells; nothing when there are too few of them. */
function fitting(text: string, cells: number, loses: "beginning" | "end"): string {
  if (displayWidth(text) <= cells) return text;
  if (cells < fewest) return "";
  if (loses === "end") return `${firstOf([...text], cells - 1).join("")}…`;
  return `…${firstOf([...text].reverse(), cells - 1)
    .reverse()
    .join("")}`;
}

/** As many of the first characters as there is room for. */
function firstOf(characters: readonly string[], cells: number): string[] {
  let taken = "";
  const end = characters.findIndex((character) => {
    taken += character;
    return displayWidth(taken) > cells;
  });
  return characters.slice(0, end === -1 ? characters.length : end);
}

/** Parts with an empty line between them, no spaces at line ends, and a newline at the end. */
export function page(parts: readonly (readonly string[])[]): string {
  const text = parts.filter((part) => part.length > 0).map((part) => part.join("\n"));
  const lines = text.join("\n\n").split("\n");
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}
