import type { Diagnostic } from "../../model/diagnostic.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import { bytesOf } from "../../text/bytes.ts";
import { markdownCell, markdownCode, markdownText, mostCommentBytes } from "../markdown/markdown-text.ts";
import { unitCells, unitColumns, unitCounts } from "./unit-table.ts";

/** The share of a comment that the table may have; details have the rest. */
const tableShare = 0.35;

/** The table of several organizations, and below it what is told of each; with a newline at the end. */
export function unitTableMarkdown(
  rows: readonly UnitRow[],
  details: readonly string[],
  leftOut: number,
): string {
  const head = [...unitColumns, "next"];
  const lines = fittingRows(rows);
  const short = [
    ...(lines.length < rows.length ? [`${rows.length - lines.length} in the table`] : []),
    ...(leftOut > 0 ? [`${leftOut} below it`] : []),
  ];
  const parts = [
    `### ${unitCounts(rows)}`,
    [lineOf(head), lineOf(head.map(() => "---")), ...lines].join("\n"),
    ...details,
    ...(short.length === 0
      ? []
      : [`*Shortened to fit, organizations left out: ${short.join(", ")}. \`--target\` shows one.*`]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

const troubled: ReadonlySet<UnitRow["state"]> = new Set(["not read", "failed", "stale", "blocked", "held"]);

/** Does an organization need somebody? */
export function isTroubled({ state }: Pick<UnitRow, "state">): boolean {
  return troubled.has(state);
}

/**
 * The lines that fit into a comment. Where not all do, those without changes go first: they say nothing. Those that need
 * somebody stay longest.
 */
function fittingRows(rows: readonly UnitRow[]): readonly string[] {
  const all = rows.map((row) => ({
    ...row,
    text: lineOf([...unitCells(row), row.next ?? ""].map(markdownCell)),
  }));
  const most = mostCommentBytes * tableShare;
  if (bytesOf(all.map(({ text }) => text).join("\n")) <= most) return all.map(({ text }) => text);
  let bytes = 0;
  const fitting = (some: typeof all) =>
    some.filter(({ text }) => {
      bytes += bytesOf(text) + 1;
      return bytes <= most;
    });
  const told = all.filter(({ state }) => state !== "no changes");
  const shown = new Set([
    ...fitting(told.filter(isTroubled)),
    ...fitting(told.filter((row) => !isTroubled(row))),
  ]);
  return told.filter((row) => shown.has(row)).map(({ text }) => text);
}

/** The facts about one organization, folded: its document, or why there is none. */
export function unitDetails(
  { organization, state }: UnitRow,
  text: string | undefined,
  diagnostics: readonly Diagnostic[],
): string {
  const told = diagnostics.map(({ code, message }) => `- ${markdownCode(code)}: ${markdownText(message)}`);
  const body = [
    ...(text === undefined ? [] : [text.trim()]),
    ...(told.length === 0 ? [] : [told.join("\n")]),
  ];
  const summary = `<summary>${markdownText(organization)}: ${state}</summary>`;
  return `<details>\n${summary}\n\n${body.join("\n\n")}\n\n</details>`;
}
