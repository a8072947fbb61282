import { type StructuredPatchHunk, structuredPatch } from "diff";
import { terminalText } from "../safe-text.ts";
import { shorten } from "../value.ts";
import { counted } from "../words.ts";
import type { Style } from "./style.ts";

interface TextDiff {
  readonly headline: string;
  /** Left out where the texts have too little in common. */
  readonly lines?: readonly string[];
}

const mostLines = 40;
/** A search for the fewest edits costs the square of their number: with more it is given up. */
const mostEdits = 1000;
const lineWidth = 120;

/** The lines that differ, each with its sign, with two lines around them; for a terminal. */
export function lineDiff(before: string, after: string, style: Style): TextDiff {
  const { headline, lines = [] } = wholeDiff(before, after);
  const shown = lines.slice(0, mostLines).map((line) => paintChange(line, style));
  const more = lines.length - shown.length;
  return { headline, lines: more > 0 ? [...shown, `… ${counted(more, "more line")}`] : shown };
}

/** All lines that differ, as they are, each behind its sign. */
export function wholeDiff(before: string, after: string): TextDiff {
  const patch = structuredPatch("", "", before, after, "", "", { context: 2, maxEditLength: mostEdits });
  if (!patch) return { headline: `${lineCount(before)} → ${lineCount(after)}` };
  // Not the note of a patch that the last line has no newline.
  const isText = (line: string): boolean => !line.startsWith("\\");
  const lines = patch.hunks.flatMap((hunk, at) => [...(at > 0 ? ["…"] : []), ...hunk.lines.filter(isText)]);
  return { headline: headline(lines), lines };
}

function headline(lines: readonly string[]): string {
  const [added, removed] = ["+", "-"].map((sign) => lines.filter((line) => line.startsWith(sign)).length);
  return `${counted(added ?? 0, "line")} added, ${removed ?? 0} removed`;
}

function paintChange(line: string, style: Style): string {
  if (line === "…") return line;
  return paint(`${line.slice(0, 1)} ${shorten(terminalText(line.slice(1)), lineWidth)}`.trimEnd(), style);
}

function lineCount(text: string): string {
  return counted(text.split("\n").length, "line");
}

/** The change of a file as a unified diff with the whole file, because it is read in place of the file. */
export function renderFileDiff(file: string, before: string, after: string, style: Style): string {
  const name = terminalText(file);
  return [
    style.bold(`--- ${name}`),
    style.bold(`+++ ${name}`),
    ...fileChanges(before, after, style),
    "",
  ].join("\n");
}

/** The lines that change, with some around them; after too many edits, in one hunk. */
export function fileChanges(before: string, after: string, style: Style, context = 3): readonly string[] {
  return hunksOf(before, after, context).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    style.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map((line) => paint(line.slice(0, 1) + terminalText(line.slice(1).replace(/\r$/, "")), style)),
  ]);
}

function hunksOf(before: string, after: string, context: number): readonly StructuredPatchHunk[] {
  const patch = structuredPatch("", "", before, after, "", "", { context, maxEditLength: mostEdits });
  return patch ? patch.hunks : [oneHunk(linesOf(before), linesOf(after), context)];
}

/** All lines from the first to the last that differ: removed, then added. */
function oneHunk(before: readonly string[], after: readonly string[], context: number): StructuredPatchHunk {
  const differing = before.findIndex((line, at) => line !== after[at]);
  const head = differing < 0 ? before.length : differing;
  const least = Math.min(before.length, after.length) - head;
  let tail = 0;
  while (tail < least && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [start, end] = [Math.max(head - context, 0), Math.max(tail - context, 0)];
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  const lines = [
    ...signed(" ", before.slice(start, head)),
    ...signed("-", before.slice(head, oldEnd)),
    ...signed("+", after.slice(head, newEnd)),
    ...signed(" ", before.slice(oldEnd, before.length - end)),
  ];
  const [oldLines, newLines] = [before.length - end - start, after.length - end - start];
  return { oldStart: start + 1, oldLines, newStart: start + 1, newLines, lines };
}

/** The lines of a text, each with its newline. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function signed(sign: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
  );
}

function paint(line: string, style: Style): string {
  if (line.startsWith("+")) return style.green(line);
  return line.startsWith("-") ? style.red(line) : line;
}
