import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { type AlikeChanges, countedChanges, foldBlocks, foldChanges, isFolded } from "../plan/alike.ts";
import { type NavigationRow, navigationCounts, navigationRows } from "../plan/plan-navigation.ts";
import { changeNotes, guardNote, type Note } from "../plan/plan-notes.ts";
import {
  type Block,
  below,
  heldAt,
  listedName,
  looseGuards,
  type PlanView,
  planBlocks,
  showsFields,
  showsTitle,
  sourceText,
  symbolOf,
} from "../plan/plan-view.ts";
import { mostDeleted, mostNames, sentenceText, terminalText } from "../safe-text.ts";
import { shorten, valueText } from "../value.ts";
import { firstNameParts } from "../words.ts";
import { columnWidth, type Line, layOut, pad, wrapParts } from "./columns.ts";
import { type DiffMark, fieldLines } from "./field-lines.ts";
import type { Look, Paint, Style } from "./style.ts";

/** Every change of the plan, by outermost resource: the part between its head and its last lines. */
export function planBody(document: PlanDocument, view: PlanView): readonly string[] {
  const lines = foldBlocks(planBlocks(document), view).flatMap((one) =>
    isFolded(one) ? foldedLines(one, view) : blockLines(one, view),
  );
  const marked = lines.map((line) => ({ ...line, left: `${line.mark ?? " "} ${line.left}` }));
  return layOut(view.form === "diff" ? marked : lines, view.width);
}

/** A line of a plan, with the mark that it has in a diff. */
interface BodyLine extends Line {
  readonly mark?: DiffMark;
}

/** Cells of a row of names. */
const namesRoom = 96;
const margin = "    ";

/** Many alike changes as one entry: their number, the first names, and what they share. */
function foldedLines({ shown, held, all }: AlikeChanges, view: PlanView): readonly BodyLine[] {
  const names = all.map((change) => listedName(change, view.nameOf));
  const most = shown.action === "delete" ? mostDeleted : mostNames;
  const option = names.length > most && view.form !== "diff" ? ["(--full lists them)"] : [];
  const rows = wrapParts([...firstNameParts(names, most), ...option], namesRoom, {
    start: margin,
    indent: margin,
  });
  return [
    entryHeader(shown, countedChanges(all), view),
    ...rows.map((left) => ({ left })),
    ...entryDetails(shown, held, view),
  ];
}

function blockLines(block: Block, view: PlanView): readonly BodyLine[] {
  return [
    ...ownLines(block, view),
    ...(block.navigation ? navigationLines(block, view) : []),
    ...foldChanges(block.inner, block, view).flatMap((one) => indentedLines(innerLines(one, block, view))),
    ...looseGuards(block).map((guard) => noteLine(guardNote(guard), view)),
  ];
}

function innerLines(one: AlikeChanges, { root }: Block, view: PlanView): readonly BodyLine[] {
  const nameOf = (address: string): string => terminalText(below(address, root));
  const { shown, held, all } = one;
  return all.length > 1
    ? foldedLines(one, { ...view, nameOf })
    : entryLines(shown, nameOf(shown.address), held, view);
}

/** The rows of the resource itself. A resource that only contains changes has a row too. */
function ownLines(block: Block, view: PlanView): readonly BodyLine[] {
  const name = view.nameOf(block.root);
  if (block.own.length > 0) {
    return block.own.flatMap((change, at) =>
      entryLines(change, name, at === 0 ? heldAt(block, change.address) : [], view),
    );
  }
  const right = block.navigation && sourceText(block.navigation);
  return [headLine("update", view.style.bold(name), right, view)];
}

function navigationLines({ navigation, told }: Block, view: PlanView): readonly BodyLine[] {
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

function indentedLines(lines: readonly BodyLine[]): readonly BodyLine[] {
  return lines.map((line) => ({ ...line, left: `    ${line.left}` }));
}

/** The rows of one change: sign, name and source, then its fields, reasons, risks and guards. */
export function entryLines(
  change: Change,
  name: string,
  held: readonly GuardVerdict[],
  view: PlanView,
): readonly BodyLine[] {
  return [entryHeader(change, name, view), ...entryDetails(change, held, view)];
}

/** The first row of an entry: in a diff, a resource that comes or goes has the colour of that, any other that of a change. */
function headLine(
  action: Change["action"],
  name: string,
  right: string | undefined,
  { style, form }: PlanView,
): BodyLine {
  const mark = action === "create" ? "+" : action === "delete" ? "-" : "!";
  const isMark = form === "diff" && mark !== "!";
  return { mark, left: isMark ? name : `${symbolOf(action, style)} ${name}`, right, paint: style.dim };
}

/** A guard that holds the plan or was allowed, with its place or the option that allows it. */
export function heldText(guard: GuardVerdict, view: PlanView): string {
  return noteText(guardNote(guard), view);
}

/** A note below the fields of a change. In a diff, what needs a look has the mark of a risk. */
function noteLine(note: Note, view: PlanView): BodyLine {
  const isQuiet = ["because", "happens", "hint"].includes(note.mark);
  const text = noteText(note, view);
  const isMarked = view.form === "diff" && note.mark === "risk";
  return { mark: isQuiet ? " " : "!", left: `    ${isMarked ? text.slice(2) : text}` };
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

function entryHeader(change: Change, name: string, view: PlanView): BodyLine {
  const title = showsTitle(change) ? `  ${valueText(shorten(change.title ?? "", 50))}` : "";
  const reason = saysWhyAbove(change) ? change.reason && terminalText(change.reason) : undefined;
  return headLine(change.action, `${view.style.bold(name)}${title}`, sourceText(change) ?? reason, view);
}

/** Of a delete, the reason stands where a source would. */
function saysWhyAbove({ action, source }: Change): boolean {
  return action === "delete" && !source;
}

function entryDetails(change: Change, held: readonly GuardVerdict[], view: PlanView): readonly BodyLine[] {
  const notes = changeNotes(change, held).filter(({ mark }) => mark !== "because" || !saysWhyAbove(change));
  return [
    ...(showsFields(change, view) ? fieldLines(change, view) : []).map(({ mark, left }) => ({
      mark,
      left: `    ${left}`,
    })),
    ...notes.map((note) => noteLine(note, view)),
  ];
}
