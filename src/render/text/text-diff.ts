import { structuredPatch } from "diff";
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
  const patch = structuredPatch("", "", before, after, "", "", { context: 2, maxEditLength: 1000 });
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

/** The lines that change, with some around them. */
export function fileChanges(before: string, after: string, style: Style, context = 3): readonly string[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context });
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    style.cyan(`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...lines.map((line) => paint(line.slice(0, 1) + terminalText(line.slice(1).replace(/\r$/, "")), style)),
  ]);
}

function paint(line: string, style: Style): string {
  if (line.startsWith("+")) return style.green(line);
  return line.startsWith("-") ? style.red(line) : line;
}
