import type { FieldChange } from "../core/documents/plan-document.ts";
import type { Json } from "../core/json.ts";
import { table } from "./columns.ts";
import { terminalText } from "./safe-text.ts";
import type { Style } from "./style.ts";
import { valueText } from "./value.ts";

/** Who joins a team, who leaves it, and whose role changes: one line each. */
export function memberLines(fields: readonly FieldChange[], style: Style): readonly string[] {
  return table(fields.map((field) => memberRow(field, style)));
}

function memberRow({ path, before, after }: FieldChange, style: Style): readonly string[] {
  const member = terminalText(path.slice("members.".length));
  if (before === undefined) return [`${style.green("+")} ${member}`, role(after)];
  if (after === undefined) return [`${style.red("-")} ${member}`, role(before)];
  return [`${style.yellow("~")} ${member}`, `${role(before)} → ${role(after)}`];
}

function role(value: Json | undefined): string {
  return typeof value === "string" ? terminalText(value) : valueText(value);
}
