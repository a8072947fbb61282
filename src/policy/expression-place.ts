import type { Source } from "../model/diagnostic.ts";
import type { Mistake } from "./expression.ts";

/**
 * The place of a mistake in the file. An expression on its own line, or in a block that keeps its lines, is marked at
 * the mistake. Any other, such as a folded one, is marked as a whole.
 */
export function placeOfMistake(
  file: string | undefined,
  written: Source,
  expression: string,
  { start, end }: Mistake,
): Source {
  const lines = (file ?? "").split(/\r?\n/);
  const before = expression.slice(0, start).split("\n");
  const [at = ""] = before.slice(-1);
  const line = expression.split("\n")[before.length - 1] ?? "";
  const length = Math.max(1, Math.min(end - start, line.length - at.length));
  const first = lines[written.line - 1] ?? "";
  const isBlock = /^[|]/.test(first.slice(written.column - 1));
  const number = isBlock ? written.line + before.length : written.line;
  const found = isBlock
    ? blockColumn(lines[number - 1] ?? "", line)
    : first.indexOf(expression.trimEnd(), written.column - 1);
  if (found < 0) return written;
  return { file: written.file, line: number, column: found + at.length + 1, length };
}

/** The column at which a line of the expression begins in the line of the file; -1 when it is not there. */
function blockColumn(inFile: string, line: string): number {
  return inFile.endsWith(line) ? inFile.length - line.length : -1;
}
