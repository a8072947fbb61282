import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { joined, type Sentence } from "../safe-text.ts";
import { counted } from "../words.ts";
import { isMember } from "./field-facts.ts";

/** An alert for the reviewer. */
export interface Alert {
  readonly level: "caution" | "warning";
  readonly title: string;
  readonly items: readonly Sentence[];
}

/**
 * The alerts of a plan: held, deleting, opening access, removing access and impossible changes. An alert
 * without items is left out.
 */
export function planAlerts(document: PlanDocument): readonly Alert[] {
  const alerts = [
    heldAlert(document),
    allowedAlert(document),
    deletesAlert(document),
    accessAlert(document),
    blockedAlert(document),
    suggestionsAlert(document),
  ];
  return alerts.filter((alert) => alert.items.length > 0);
}

function heldAlert({ guards }: PlanDocument): Alert {
  const items = guards.filter((guard) => guard.held).map(of(guardSentence));
  return { level: "caution", title: "Held: nothing is applied until this is settled", items };
}

function allowedAlert({ guards }: PlanDocument): Alert {
  const passed = guards.filter((guard) => !guard.held && guard.allow !== undefined);
  const items = passed.map(of(guardSentence));
  return { level: "warning", title: "Allowed: a guard would hold this, and it is let pass", items };
}

/** Puts the address of an item before its sentence. */
function of<T extends { readonly address?: string }>(said: (item: T) => Sentence): (item: T) => Sentence {
  return (item) =>
    item.address === undefined ? said(item) : [{ address: item.address }, ": ", ...said(item)];
}

function deletesAlert({ changes }: PlanDocument): Alert {
  const items = changes.filter((change) => change.action === "delete").map(deleteItem);
  return {
    level: "caution",
    title: `${counted(items.length, "resource is", "resources are")} deleted`,
    items,
  };
}

function deleteItem(change: Change): Sentence {
  const { address, title, reason, reversible } = change;
  const texts = [reason, reversible ? "can be restored" : undefined, ...risks(change)];
  const said = texts.flatMap((text): readonly Sentence[] => (text === undefined ? [] : [[{ text }]]));
  return [{ address }, ...(title === undefined ? [] : [" ", { code: title }]), ": ", ...joined(said, "; ")];
}

/** Changes that open access come first, because an output may cut the list at its end. */
function accessAlert({ changes }: PlanDocument): Alert {
  const open: Sentence[] = [];
  const others: Sentence[] = [];
  for (const change of changes.filter(({ action }) => action !== "delete")) {
    const { address } = change;
    const exposes = new Set(change.exposes);
    for (const risk of change.risks ?? [])
      (exposes.has(risk) ? open : others).push([{ address }, ": ", { text: risk }]);
    others.push(...leavers(change));
  }
  return { level: "warning", title: "Access and exposure change", items: [...open, ...others] };
}

/** The addresses of changes that open or remove access. Deletes have an alert of their own. */
export function accessChanges({ changes }: PlanDocument): readonly string[] {
  const risky = changes.filter((change) => change.action !== "delete" && changesAccess(change));
  return [...new Set(risky.map(({ address }) => address))];
}

function changesAccess(change: Change): boolean {
  return (change.risks ?? []).length > 0 || leavers(change).length > 0;
}

/** People who lose their place in a team, unless a risk names them. */
function leavers({ address, fields = [], risks: given = [] }: Change): readonly Sentence[] {
  return fields
    .filter((field) => isMember(field) && field.after === undefined && field.before !== undefined)
    .map((field) => field.path.slice("members.".length))
    .filter((member) => !given.some((risk) => risk.includes(member)))
    .map((member) => [{ address }, ": ", { code: member }, " leaves"]);
}

function suggestionsAlert({ changes }: PlanDocument): Alert {
  const items = changes.flatMap(({ address, hint }): readonly Sentence[] =>
    hint === undefined ? [] : [[{ address }, ": ", ...hintSentence(hint)]],
  );
  return { level: "warning", title: "Perhaps something else is meant", items };
}

function blockedAlert({ changes }: PlanDocument): Alert {
  const items = changes
    .filter((change) => change.action === "blocked")
    .map(({ address, reason: text = "" }): Sentence => [{ address }, ": ", { text }]);
  return { level: "warning", title: "Blocked: wanted by the manifests, and not possible", items };
}

/** A note below the fields of a change. */
export interface Note {
  readonly mark: "blocked" | "because" | "happens" | "risk" | "hint" | "held" | "allowed";
  readonly said: Sentence;
}

/**
 * The notes of a change: its reason, its effects, its risks, a rename suggestion, and the guards that hold
 * it.
 */
export function changeNotes(change: Change, held: readonly GuardVerdict[]): readonly Note[] {
  return [
    ...why(change),
    ...whatHappens(change),
    ...risks(change).map((risk): Note => ({ mark: "risk", said: [{ text: risk }] })),
    ...(change.hint === undefined ? [] : [hintNote(change.hint)]),
    ...held.map(guardNote),
  ];
}

/** A guard that holds the plan, or that was allowed. */
export function guardNote(guard: GuardVerdict): Note {
  return { mark: guard.held ? "held" : "allowed", said: guardSentence(guard) };
}

/** The message of a guard, its place in the manifests, and the option that allows it. */
function guardSentence({ message, source, allow, held }: GuardVerdict): Sentence {
  const more: readonly Sentence[] = [
    ...(source ? [[{ code: `${source.file}:${source.line}` }]] : []),
    ...(allow ? [[{ code: allow }, ` ${held ? "lets" : "let"} it pass`]] : []),
  ];
  return [{ text: message }, ...(more.length > 0 ? [" (", ...joined(more, "; "), ")"] : [])];
}

/** The line to write in the manifest when an existing object is meant. */
function hintSentence(hint: string): Sentence {
  return ["something similar is there and not in the manifests; if it is meant, write ", { code: hint }];
}

/** The risks of a change, with one more for a delete that cannot be undone. */
function risks({ action, reversible, risks: given = [] }: Change): readonly string[] {
  const saysSo = reversible || given.some((risk) => risk.startsWith("final"));
  return action === "delete" && !saysSo ? ["final: it cannot be restored", ...given] : given;
}

function hintNote(hint: string): Note {
  return { mark: "hint", said: hintSentence(hint) };
}

function why({ action, reason }: Change): readonly Note[] {
  if (!reason) return [];
  return [{ mark: action === "blocked" ? "blocked" : "because", said: [{ text: reason }] }];
}

function whatHappens({ action, id, reversible }: Change): readonly Note[] {
  const words = happening(action, reversible === true);
  const which: Sentence = id === undefined ? [] : [" (id ", { code: id }, ")"];
  return words === undefined ? [] : [{ mark: "happens", said: [words, ...which] }];
}

function happening(action: Change["action"], isReversible: boolean): string | undefined {
  if (action === "adopt") return "manages the live one from now on";
  if (action === "restore") return "brings back the deleted one";
  return action === "delete" && isReversible ? "can be restored" : undefined;
}
