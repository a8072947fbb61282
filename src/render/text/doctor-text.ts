import type { Check, DoctorDocument } from "../../model/documents/doctor-document.ts";
import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import type { Style } from "./style.ts";

/** A line for each check, and a hint below each failed one; ends in a newline. */
export function renderDoctorText({ checks }: DoctorDocument, style: Style): string {
  const paint = { ok: style.green, warn: style.yellow, fail: style.red, skipped: style.dim };
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, status, message, fix }) => [
    `${paint[status](status.padEnd(7))}  ${name.padEnd(width)}  ${terminalText(message)}`,
    ...(fix === undefined ? [] : [`${" ".repeat(width + 11)}= ${terminalText(fix)}`]),
  ]);
  return `${[...lines, "", checksSummary(checks)].join("\n")}\n`;
}

function checksSummary(checks: readonly Check[]): string {
  const count = (status: Check["status"]): number => checks.filter((one) => one.status === status).length;
  if (count("fail") > 0) return `${counted(count("fail"), "thing")} to correct before docform can work.`;
  const warnings = count("warn");
  return warnings === 0 ? "Nothing is wrong." : `docform can work. ${counted(warnings, "warning")}.`;
}
