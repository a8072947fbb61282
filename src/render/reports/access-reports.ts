import type { AccessDocument } from "../../model/documents/access-document.ts";
import { markdownText } from "../markdown/markdown-text.ts";

/** A line for each person and owner, and for each entry: what a review of access goes through. */
function accessRows({ owners }: AccessDocument): readonly (readonly string[])[] {
  return owners.flatMap(({ address, entries, effective }) => [
    ...entries.map(({ name, role }) => [address, "entry", name, role]),
    ...effective.map(({ name, role }) => [address, "effective", name, role]),
  ]);
}

const columns = ["address", "type", "name", "role"];

/** Access as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is made a text. */
export function renderAccessCsv(access: AccessDocument): string {
  return [columns, ...accessRows(access)].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Access as a table in Markdown. */
export function renderAccessMarkdown(access: AccessDocument): string {
  const rows = accessRows(access).map((row) => row.map((value) => markdownText(value)));
  const lines = [columns, columns.map(() => "---"), ...rows];
  return `${lines.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`;
}
