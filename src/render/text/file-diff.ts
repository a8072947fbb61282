import { structuredPatch } from "diff";
import { terminalText } from "../safe-text.ts";
import type { Style } from "./style.ts";

/** What changes in a file, as a unified diff: whole, since it is read in place of the file. */
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
    ...lines.map((line) => paint(line, style)),
  ]);
}

function paint(line: string, style: Style): string {
  const text = line.slice(0, 1) + terminalText(line.slice(1).replace(/\r$/, ""));
  return line.startsWith("+") ? style.green(text) : line.startsWith("-") ? style.red(text) : text;
}
