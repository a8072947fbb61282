import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { compareNames } from "../../text/compare-names.ts";
import { actionLooks } from "../plan/plan-view.ts";
import { counted, kindWords } from "../words.ts";
import { markdownCell } from "./markdown-text.ts";

/** Kinds that the table has, at most. */
const mostKinds = 20;

/** How many changes of each action there are, by kind. */
export function kindTableMarkdown(document: PlanDocument): readonly string[] {
  const table = kindTable(document);
  if (table === undefined) return [];
  const row = (cells: readonly (string | number | undefined)[]) =>
    `| ${cells.map((cell) => cell ?? "").join(" | ")} |`;
  const rows = table.rows.slice(0, mostKinds).map(({ kind, counts }) => row([markdownCell(kind), ...counts]));
  const more = table.rows.length - rows.length;
  const lines = [
    row(["", ...table.actions.map((action) => actionLooks[action].word)]),
    row(["---", ...table.actions.map(() => "--:")]),
    ...rows,
    ...(more > 0 ? [row([`and ${counted(more, "more kind")}`])] : []),
  ];
  return [lines.join("\n")];
}

/** How many changes of each action a plan has, by kind. */
interface KindTable {
  readonly actions: readonly Change["action"][];
  /** Each kind in words, and a count for each action; undefined for none. */
  readonly rows: readonly { readonly kind: string; readonly counts: readonly (number | undefined)[] }[];
}

/** The changes of a plan by kind and action; undefined when one kind and one action are all that there is. */
function kindTable({ changes }: Pick<PlanDocument, "changes">): KindTable | undefined {
  const known = Object.keys(actionLooks) as readonly Change["action"][];
  const actions = known.filter((action) => changes.some((change) => change.action === action));
  const kinds = [...groupBy(changes, ({ kind }) => kind)].toSorted(([one], [other]) =>
    compareNames(one, other),
  );
  if (actions.length * kinds.length < 2) return undefined;
  const rows = kinds.map(([kind, own]) => ({
    kind: kindWords(kind)[1],
    counts: actions.map((action) => own.filter((change) => change.action === action).length || undefined),
  }));
  return { actions, rows };
}
