import type { Change, GuardVerdict } from "../../model/documents/plan-document.ts";
import { joined, type Sentence } from "../sentence.ts";

/** What is said of a change below its fields. */
export interface Note {
  readonly mark: "blocked" | "because" | "happens" | "risk" | "hint" | "held" | "allowed";
  readonly said: Sentence;
}

/** Why it changes, what happens then, what that risks, what is perhaps meant instead, and what holds it. */
export function changeNotes(change: Change, held: readonly GuardVerdict[]): readonly Note[] {
  return [
    ...why(change),
    ...whatHappens(change),
    ...risks(change).map((risk): Note => ({ mark: "risk", said: [{ text: risk }] })),
    ...(change.hint === undefined ? [] : [hintNote(change.hint)]),
    ...held.map(guardNote),
  ];
}

/** What holds the plan, or was let pass. */
export function guardNote(guard: GuardVerdict): Note {
  return { mark: guard.held ? "held" : "allowed", said: guardSentence(guard) };
}

/** What a guard says, where that is declared, and what lets it pass. */
export function guardSentence({ message, source, allow, held }: GuardVerdict): Sentence {
  const more: readonly Sentence[] = [
    ...(source ? [[{ code: `${source.file}:${source.line}` }]] : []),
    ...(allow ? [[{ code: allow }, ` ${held ? "lets" : "let"} it pass`]] : []),
  ];
  return [{ text: message }, ...(more.length > 0 ? [" (", ...joined(more, "; "), ")"] : [])];
}

/** What to write if something is meant that is there already. */
export function hintSentence(hint: string): Sentence {
  return ["something similar is there and not in the manifests; if it is meant, write ", { code: hint }];
}

/** The risks of a change; a delete that cannot be undone says so. */
export function risks({ action, reversible, risks: given = [] }: Change): readonly string[] {
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
