import type { Change } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { canonicalJson, type Json } from "../../text/json.ts";
import { foldAlike } from "../fold.ts";
import { type FieldFact, factsOf, type MemberFact, type Side } from "../plan/field-facts.ts";
import type { PlanView } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { diffTexts, noValueText, valueText } from "../value.ts";
import { firstNames, peopleBehindText } from "../words.ts";
import { columnWidth, pad, table } from "./columns.ts";
import type { Style } from "./style.ts";
import { lineDiff } from "./text-diff.ts";

/** The first character of a line of a diff, by which services colour the line. */
export type DiffMark = "+" | "-" | "!" | " ";

/** A line about a field, with the mark that it has in a diff. */
interface FieldLine {
  readonly mark: DiffMark;
  readonly left: string;
}

/** How the fields of a change are shown. */
type FieldsView = Pick<PlanView, "style" | "folds" | "form">;

/** A field with the text next to its name and the lines below it. */
interface FieldRow {
  readonly label: string;
  readonly beside: readonly FieldLine[];
  readonly under?: readonly string[] | undefined;
}

/** Width of the names, unless one is longer. */
const nearest = 11;

/** The fields of a change, names and values aligned, without indentation. */
export function fieldLines(change: Change, view: FieldsView): readonly FieldLine[] {
  const { fields, members } = factsOf(change);
  const rows = fields.map((fact) => fieldRow(fact, view));
  for (const [label, all] of groupBy(members, ({ list }) => list))
    rows.push({ label, beside: memberLines(all, view) });
  const width = columnWidth(
    rows.map((row) => row.label),
    nearest,
  );
  return rows.flatMap((row) => rowLines(row, width, view));
}

function rowLines(
  { label, beside, under = [] }: FieldRow,
  width: number,
  { form }: FieldsView,
): readonly FieldLine[] {
  const isNamed = (at: number): boolean => at === 0 || form === "diff";
  return [
    ...beside.map(({ mark, left }, at) => ({
      mark,
      left: `${pad(isNamed(at) ? label : "", width)}  ${left}`,
    })),
    ...under.map((line) => underLine(line, form)),
  ];
}

/** A line of a text that differs. In a diff, its sign is the mark. */
function underLine(line: string, form: FieldsView["form"]): FieldLine {
  const sign = line.slice(0, 1);
  if (form !== "diff") return { mark: " ", left: `  ${line}` };
  return sign === "+" || sign === "-"
    ? { mark: sign, left: `  ${line.slice(2)}` }
    : { mark: " ", left: `  ${line.trimStart()}` };
}

function fieldRow(fact: FieldFact, view: FieldsView): FieldRow {
  const label = terminalText(fact.path);
  if (fact.form === "hidden") return { label, beside: [{ mark: "!", left: fact.said }] };
  if (fact.form === "values") return { label, beside: sideLines(sideTexts(fact), view) };
  const { headline, lines } = lineDiff(fact.before, fact.after, view.style);
  return { label, beside: [{ mark: "!", left: headline }], under: lines };
}

/** The texts of a field before and after; both are shortened together, so that their difference stays visible. */
function sideTexts({ before, after }: Extract<FieldFact, { form: "values" }>): Sides {
  if (before && after && "value" in before && "value" in after) {
    const [one, other] = diffTexts(before.value, after.value);
    return { before: one, after: other };
  }
  return { before: before && sideText(before), after: after && sideText(after) };
}

interface Sides {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function sideText(side: Side): string {
  return "said" in side ? side.said : valueText(side.value);
}

/** Before and after: in a diff in a line each, else on one. */
function sideLines({ before, after }: Sides, { form }: FieldsView): readonly FieldLine[] {
  if (form !== "diff") return [{ mark: " ", left: given([before, after]).join(" → ") }];
  const lines = [
    ...given([before]).map((left) => ({ mark: "-", left }) as const),
    ...given([after]).map((left) => ({ mark: "+", left }) as const),
  ];
  // A line that goes or comes says already that there is nothing on the other side.
  return lines.length === 1 ? lines : lines.filter(({ left }) => left !== noValueText);
}

function given(texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((text) => (text === undefined ? [] : [text]));
}

/** The sign of each change of a membership. */
export const memberSigns = { joins: "+", leaves: "-", changes: "~" } as const satisfies Record<
  MemberFact["mark"],
  string
>;

/** The word for each change of an entry of access. */
export const accessWords = {
  joins: "gains",
  leaves: "loses",
  changes: "changes",
} as const satisfies Record<MemberFact["mark"], string>;

/** Memberships, each by itself; many that are alike are a group. */
export function foldMembers(
  members: readonly MemberFact[],
): readonly (readonly [MemberFact, ...MemberFact[]])[] {
  return foldAlike(members, ({ mark, before, after }) => canonicalJson([mark, before, after]));
}

/** A line for each group of memberships. */
function memberLines(
  members: readonly MemberFact[],
  { style, folds, form }: FieldsView,
): readonly FieldLine[] {
  const marks = { joins: "+", leaves: "-", changes: "!" } as const;
  const groups = folds === "none" ? members.map((one) => [one] as const) : foldMembers(members);
  const rows = table(groups.map((group) => memberCells(group, style, form)));
  return rows.map((left, at) => ({ mark: marks[groups[at]?.[0].mark ?? "changes"], left }));
}

/** `8 people` of a team, `8 entries` of access. */
export function countedEntries(group: readonly [MemberFact, ...MemberFact[]]): string {
  return `${group.length} ${group[0].list === "members" ? "people" : "entries"}`;
}

function memberCells(
  group: readonly [MemberFact, ...MemberFact[]],
  style: Style,
  form: FieldsView["form"],
): readonly string[] {
  const [{ mark, before, after }] = group;
  const paints = { joins: style.green, leaves: style.red, changes: style.yellow };
  const roles = [before, after]
    .filter((role) => role !== undefined)
    .map(roleText)
    .join(" → ");
  const [{ member, people }] = group;
  const names = group.map((one) => `${terminalText(one.member)}${peopleBehindText(one.people)}`);
  const [who = "", what] =
    names.length === 1
      ? [terminalText(member), `${roles}${peopleBehindText(people)}`]
      : [countedEntries(group), `${roles}: ${firstNames(names)}`];
  const sign = form === "diff" && mark !== "changes" ? "" : `${paints[mark](memberSigns[mark])} `;
  return [`${sign}${who}`, what];
}

/** A role as a word, or the text in its place. */
export function roleText(value: Json | undefined): string {
  return typeof value === "string" ? terminalText(value) : valueText(value);
}
