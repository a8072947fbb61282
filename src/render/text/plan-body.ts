import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import type { Json } from "../../text/json.ts";
import { type FieldFact, factsOf, type MemberFact, type Side } from "../plan/field-facts.ts";
import { type NavigationRow, navigationCounts, navigationRows } from "../plan/plan-navigation.ts";
import { changeNotes, guardNote, type Note } from "../plan/plan-notes.ts";
import {
  type Block,
  below,
  heldAt,
  isRisky,
  looseGuards,
  type PlanView,
  planBlocks,
  showsTitle,
  sourceText,
  symbolOf,
} from "../plan/plan-view.ts";
import { sentenceText, terminalText } from "../safe-text.ts";
import { diffText, shorten, valueText } from "../value.ts";
import { columnWidth, type Line, layOut, pad, table } from "./columns.ts";
import type { Look, Paint, Style } from "./style.ts";
import { lineDiff } from "./text-diff.ts";

/** Every change of the plan, by outermost resource: the part between its head and its last lines. */
export function planBody(document: PlanDocument, view: PlanView): readonly string[] {
  return layOut(
    planBlocks(document).flatMap((block) => blockLines(block, view)),
    view.width,
  );
}

function blockLines(block: Block, view: PlanView): readonly Line[] {
  return [
    ...ownLines(block, view),
    ...(block.navigation ? navigationLines(block, view) : []),
    ...block.inner.flatMap((change) => {
      const name = terminalText(below(change.address, block.root));
      return indentedLines(entryLines(change, name, heldAt(block, change.address), view));
    }),
    ...looseGuards(block).map((guard) => ({ left: `    ${heldText(guard, view)}` })),
  ];
}

/** The rows of the resource itself. A resource that only contains changes has a row too. */
function ownLines(block: Block, view: PlanView): readonly Line[] {
  const name = view.nameOf(block.root);
  if (block.own.length > 0) {
    return block.own.flatMap((change, at) =>
      entryLines(change, name, at === 0 ? heldAt(block, change.address) : [], view),
    );
  }
  const right = block.navigation && sourceText(block.navigation);
  return [
    { left: `${symbolOf("update", view.style)} ${view.style.bold(name)}`, right, paint: view.style.dim },
  ];
}

function navigationLines({ navigation, told }: Block, view: PlanView): readonly Line[] {
  if (!navigation) return [];
  const headline = { left: `    ${pad("navigation", 11)}  ${navigationCounts(navigation)}` };
  if (view.navigation === "counts") return [headline];
  const rows = navigationText(navigationRows(navigation, told), view.style);
  return [headline, ...rows.map((row) => ({ left: `      ${row}` }))];
}

/** Rows of a navigation as a tree, with their notes in a column. */
export function navigationText(rows: readonly NavigationRow[], style: Style): readonly string[] {
  const titles = rows.map((row) => `${"  ".repeat(row.depth)}${row.title}`);
  const noted = titles.filter((_, at) => rows[at]?.note);
  const width = columnWidth(noted, 18) + 2;
  return rows.map((row, at) => {
    const text = `${row.sign} ${row.note ? pad(titles[at] ?? "", width) : titles[at]}${row.note}`;
    return paintOf(row, style)(text.trimEnd());
  });
}

const rowLooks: Partial<Record<NavigationRow["mark"], Look>> = {
  collapsed: "dim",
  add: "green",
  remove: "red",
  move: "cyan",
  update: "yellow",
};

function paintOf({ mark }: NavigationRow, style: Style): Paint {
  const look = rowLooks[mark];
  return look === undefined ? (text) => text : style[look];
}

function indentedLines(lines: readonly Line[]): readonly Line[] {
  return lines.map((line) => ({ ...line, left: `    ${line.left}` }));
}

/** The rows of one change: sign, name and source, then its fields, reasons, risks and guards. */
export function entryLines(
  change: Change,
  name: string,
  held: readonly GuardVerdict[],
  view: PlanView,
): readonly Line[] {
  return [
    entryHeader(change, name, view),
    ...entryDetails(change, held, view).map((left) => ({ left: `    ${left}` })),
  ];
}

/** A guard that holds the plan or was allowed, with its place or the option that allows it. */
export function heldText(guard: GuardVerdict, view: PlanView): string {
  return noteText(guardNote(guard), view);
}

function noteText({ mark, said }: Note, { style, nameOf }: PlanView): string {
  const words: Record<Note["mark"], string> = {
    blocked: `${style.red("blocked:")} `,
    because: "because: ",
    happens: "",
    risk: `${style.yellow("!")} `,
    hint: `${style.cyan("hint:")} `,
    held: `${style.red("held:")} `,
    allowed: `${style.yellow("allowed:")} `,
  };
  return `${words[mark]}${sentenceText(said, nameOf)}`;
}

function entryHeader(change: Change, name: string, view: PlanView): Line {
  const title = showsTitle(change) ? `  ${valueText(shorten(change.title ?? "", 50))}` : "";
  const left = `${symbolOf(change.action, view.style)} ${view.style.bold(name)}${title}`;
  const reason = saysWhyAbove(change) ? change.reason && terminalText(change.reason) : undefined;
  return { left, right: sourceText(change) ?? reason, paint: view.style.dim };
}

/** Of a delete, the reason stands where a source would. */
function saysWhyAbove({ action, source }: Change): boolean {
  return action === "delete" && !source;
}

function entryDetails(change: Change, held: readonly GuardVerdict[], view: PlanView): readonly string[] {
  const showsFields = view.fields === "all" || (view.fields === "risky" && isRisky(change));
  const notes = changeNotes(change, held).filter(({ mark }) => mark !== "because" || !saysWhyAbove(change));
  return [
    ...(showsFields ? fieldLines(change, view.style) : []),
    ...notes.map((note) => noteText(note, view)),
  ];
}

/** A field with the text next to its name and the lines below it. */
interface FieldRow {
  readonly label: string;
  readonly beside: readonly string[];
  readonly under?: readonly string[] | undefined;
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
  if (fact.form === "hidden") return { label, beside: [fact.said] };
  if (fact.form === "values") return { label, beside: [oneLine(fact.before, fact.after)] };
  const { headline, lines } = lineDiff(fact.before, fact.after, style);
  return { label, beside: [headline], under: lines };
}

function oneLine(before: Side | undefined, after: Side | undefined): string {
  // Both texts are shortened together, so that their difference stays visible.
  if (before && after && "value" in before && "value" in after) return diffText(before.value, after.value);
  const sideText = (side: Side): string => ("said" in side ? side.said : valueText(side.value));
  return [before, after].flatMap((side) => (side === undefined ? [] : [sideText(side)])).join(" → ");
}

/** The sign of each change of a membership. */
export const memberSigns = { joins: "+", leaves: "-", changes: "~" } as const satisfies Record<
  MemberFact["mark"],
  string
>;

function memberLines(members: readonly MemberFact[], style: Style): readonly string[] {
  const paints = { joins: style.green, leaves: style.red, changes: style.yellow };
  const rows = members.map(({ mark, member, before, after }) => {
    const roles = [before, after].filter((role) => role !== undefined).map(roleText);
    return [`${paints[mark](memberSigns[mark])} ${terminalText(member)}`, roles.join(" → ")];
  });
  return table(rows);
}

/** A role as a word, or the text in its place. */
export function roleText(value: Json | undefined): string {
  return typeof value === "string" ? terminalText(value) : valueText(value);
}
