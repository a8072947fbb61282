import type { Diagnostic } from "../../model/diagnostic.ts";
import type { UnitRow } from "../../model/documents/organizations-document.ts";
import { markdownCell, markdownCode, markdownText } from "../markdown/markdown-text.ts";
import { counted } from "../words.ts";
import { unitCells, unitColumns, unitCounts } from "./unit-table.ts";

/** The table of several organizations, and below it what is told of each; with a newline at the end. */
export function unitTableMarkdown(
  rows: readonly UnitRow[],
  details: readonly string[],
  leftOut: number,
): string {
  const head = [...unitColumns, "next"];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const parts = [
    `### ${unitCounts(rows)}`,
    [
      line(head),
      line(head.map(() => "---")),
      ...rows.map((row) => line([...unitCells(row), row.next ?? ""].map(markdownCell))),
    ].join("\n"),
    ...details,
    ...(leftOut === 0
      ? []
      : [`*Shortened to fit: ${counted(leftOut, "organization")} left out below; \`--target\` shows one.*`]),
  ];
  return `${parts.join("\n\n")}\n`;
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
