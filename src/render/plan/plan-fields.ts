import type { Change } from "../../model/documents/plan-document.ts";
import { terminalText } from "../safe-text.ts";
import { columnWidth, pad } from "../text/columns.ts";
import type { Style } from "../text/style.ts";
import { lineDiff } from "../text/text-diff.ts";
import { diffText, valueText } from "../value.ts";
import { type FieldFact, factsOf, type Side } from "./field-facts.ts";
import { memberLines } from "./plan-members.ts";

/** A field with what stands beside its name, and what stands in lines of its own below. */
interface FieldRow {
  readonly label: string;
  readonly beside: readonly string[];
  readonly under?: readonly string[];
}

/** Width of the names, unless one is longer. */
const nearest = 11;

/** The fields of a change, names and values aligned, without indentation. */
export function fieldLines(change: Change, style: Style): readonly string[] {
  const { fields, members } = factsOf(change);
  const rows = fields.map((fact) => fieldRow(fact, style));
  if (members.length > 0) rows.push({ label: "members", beside: memberLines(members, style) });
  const width = columnWidth(
    rows.map((row) => row.label),
    nearest,
  );
  return rows.flatMap((row) => rowLines(row, width));
}

function rowLines({ label, beside, under = [] }: FieldRow, width: number): readonly string[] {
  const lines = beside.map((text, at) => `${pad(at === 0 ? label : "", width)}  ${text}`);
  return [...lines, ...under.map((line) => `  ${line}`)];
}

function fieldRow(fact: FieldFact, style: Style): FieldRow {
  const label = terminalText(fact.path);
  switch (fact.form) {
    case "hidden":
      return { label, beside: [fact.said] };
    case "lines": {
      const { headline, lines } = lineDiff(fact.before, fact.after, style);
      return { label, beside: [headline], under: lines };
    }
    case "values":
      return { label, beside: [oneLine(fact.before, fact.after)] };
  }
}

function oneLine(before: Side | undefined, after: Side | undefined): string {
  // Shortened together, so that what differs is still seen.
  if (before && after && "value" in before && "value" in after) return diffText(before.value, after.value);
  return [before, after].flatMap((side) => (side === undefined ? [] : [sideText(side)])).join(" → ");
}

function sideText(side: Side): string {
  return "said" in side ? side.said : valueText(side.value);
}
