import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { kindTable } from "../plan/kind-table.ts";
import { actionLooks } from "../plan/plan-view.ts";
import { counted } from "../words.ts";
import { markdownText } from "./markdown-text.ts";

/** Kinds that the table has, at most. */
const mostKinds = 20;

/** How many changes of each action there are, by kind. */
export function kindTableMarkdown(document: PlanDocument): readonly string[] {
  const table = kindTable(document);
  if (table === undefined) return [];
  const row = (cells: readonly (string | number | undefined)[]) =>
    `| ${cells.map((cell) => cell ?? "").join(" | ")} |`;
  const rows = table.rows.slice(0, mostKinds).map(({ kind, counts }) => row([cellText(kind), ...counts]));
  const more = table.rows.length - rows.length;
  const lines = [
    row(["", ...table.actions.map((action) => actionLooks[action].word)]),
    row(["---", ...table.actions.map(() => "--:")]),
    ...rows,
    ...(more > 0 ? [row([`and ${counted(more, "more kind")}`])] : []),
  ];
  return [lines.join("\n")];
}

/** A text in a cell: a bar would end it, also in code. */
function cellText(text: string): string {
  return markdownText(text).replace(/\\?\|/g, "\\|");
}
