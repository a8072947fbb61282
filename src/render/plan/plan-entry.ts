import type { Change, GuardVerdict } from "../../model/documents/plan-document.ts";
import { terminalText } from "../safe-text.ts";
import { sentenceText } from "../sentence.ts";
import type { Line } from "../text/columns.ts";
import { shorten } from "../text/shorten.ts";
import { valueText } from "../value.ts";
import { fieldLines } from "./plan-fields.ts";
import { changeNotes, guardNote, type Note } from "./plan-notes.ts";
import { isRisky, type PlanView, showsTitle, sourceText, symbolOf } from "./plan-view.ts";

/** One change: sign, name and source on a row, then its fields, reasons, risks and what holds it. */
export function entryLines(
  change: Change,
  name: string,
  held: readonly GuardVerdict[],
  view: PlanView,
): readonly Line[] {
  return [
    header(change, name, view),
    ...details(change, held, view).map((left) => ({ left: `    ${left}` })),
  ];
}

/** What holds the plan, or was let pass, and where that is declared or what lets it pass. */
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

function header(change: Change, name: string, view: PlanView): Line {
  const title = showsTitle(change) ? `  ${valueText(shorten(change.title ?? "", 50))}` : "";
  const left = `${symbolOf(change.action, view.style)} ${view.style.bold(name)}${title}`;
  const { dim } = view.style;
  const source = sourceText(change);
  if (source) return { left, right: source, paint: dim };
  const reason = change.reason && terminalText(change.reason);
  return saysWhyAbove(change) && reason ? { left, right: reason, loses: "end", paint: dim } : { left };
}

/** Of a delete, the reason stands where a source would. */
function saysWhyAbove({ action, source }: Change): boolean {
  return action === "delete" && !source;
}

function details(change: Change, held: readonly GuardVerdict[], view: PlanView): readonly string[] {
  const showsFields = view.fields === "all" || (view.fields === "risky" && isRisky(change));
  const notes = changeNotes(change, held).filter(({ mark }) => mark !== "because" || !saysWhyAbove(change));
  return [
    ...(showsFields ? fieldLines(change, view.style) : []),
    ...notes.map((note) => noteText(note, view)),
  ];
}
