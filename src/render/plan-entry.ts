import type { Change, GuardVerdict } from "../core/documents/plan-document.ts";
import type { Line } from "./columns.ts";
import { fieldLines } from "./plan-fields.ts";
import { isRisky, type PlanView, sourceText, symbolOf } from "./plan-view.ts";
import { terminalText } from "./safe-text.ts";
import { shorten } from "./shorten.ts";
import { valueText } from "./value.ts";

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

/** What to write if something is meant that is there already. */
function hintText(hint: string, view: PlanView): string {
  return `${view.style.cyan("hint:")} ${proposal} ${terminalText(hint)}`;
}

/** What goes before the line that a hint proposes. */
export const proposal = "something similar is there and not in the manifests; if it is meant, write";

/** What holds the plan, or was let pass, and where that is declared or what lets it pass. */
export function heldText(guard: GuardVerdict, view: PlanView): string {
  const source = sourceText(guard);
  const more = [
    ...(source ? [source] : []),
    ...(guard.allow ? [`${terminalText(guard.allow)} ${guard.held ? "lets" : "let"} it pass`] : []),
  ];
  const word = guard.held ? view.style.red("held:") : view.style.yellow("allowed:");
  const text = `${word} ${terminalText(guard.message)}`;
  return more.length > 0 ? `${text} (${more.join("; ")})` : text;
}

/** A risk on its line. */
function riskText(risk: string, view: PlanView): string {
  return `${view.style.yellow("!")} ${terminalText(risk)}`;
}

function header(change: Change, name: string, view: PlanView): Line {
  const title = showsTitle(change) ? `  ${valueText(shorten(change.title ?? "", 50))}` : "";
  const left = `${symbolOf(change.action, view.style)} ${view.style.bold(name)}${title}`;
  const { dim } = view.style;
  const source = sourceText(change);
  if (source) return { left, right: source, paint: dim };
  const reason = change.action === "delete" ? reasonOf(change) : undefined;
  return reason ? { left, right: reason, loses: "end", paint: dim } : { left };
}

/** Where no field says what it is called, the title does, unless the address has it. */
function showsTitle({ action, title, address }: Change): boolean {
  return title !== undefined && action !== "create" && action !== "update" && !address.endsWith(`.${title}`);
}

function details(change: Change, held: readonly GuardVerdict[], view: PlanView): readonly string[] {
  const showsFields = view.fields === "all" || (view.fields === "risky" && isRisky(change));
  return [
    ...(showsFields ? fieldLines(change, view.style) : []),
    ...why(change, view),
    ...whatHappens(change),
    ...risks(change).map((risk) => riskText(risk, view)),
    ...(change.hint === undefined ? [] : [hintText(change.hint, view)]),
    ...held.map((guard) => heldText(guard, view)),
  ];
}

function whatHappens({ action, id, reversible }: Change): readonly string[] {
  const which = id === undefined ? "" : ` (id ${terminalText(id)})`;
  if (action === "adopt") return [`manages the live one from now on${which}`];
  if (action === "restore") return [`brings back the deleted one${which}`];
  return action === "delete" && reversible ? [`can be restored${which}`] : [];
}

function why(change: Change, view: PlanView): readonly string[] {
  const reason = reasonOf(change);
  if (!reason) return [];
  if (change.action === "blocked") return [`${view.style.red("blocked:")} ${reason}`];
  return change.action === "delete" && !change.source ? [] : [`because: ${reason}`];
}

/** The risks of a change; a delete that cannot be undone says so. */
export function risks({ action, reversible, risks: given = [] }: Change): readonly string[] {
  const saysSo = reversible || given.some((risk) => risk.startsWith("final"));
  return action === "delete" && !saysSo ? ["final: it cannot be restored", ...given] : given;
}

function reasonOf(change: Change): string | undefined {
  return change.reason && terminalText(change.reason);
}
