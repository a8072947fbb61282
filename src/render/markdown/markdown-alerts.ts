import type { Alert } from "../plan/plan-alerts.ts";
import type { PlanView } from "../plan/plan-view.ts";
import type { Piece, Sentence } from "../sentence.ts";
import { markdownCode, markdownText } from "./markdown-text.ts";

/** An alert of a comment, with at most so many of its items. */
export function alertBlock({ level, title, items }: Alert, nameOf: PlanView["nameOf"], most: number): string {
  const more = items.length - most;
  const shown = items.slice(0, most).map((item) => `> - ${sentenceMarkdown(item, nameOf)}`);
  return [
    `> [!${level.toUpperCase()}]`,
    `> **${title}**`,
    ">",
    ...shown,
    ...(more > 0 ? [`> - ${most > 0 ? `… and ${more} more` : `${more} in all, not shown`}`] : []),
  ].join("\n");
}

function sentenceMarkdown(sentence: Sentence, nameOf: PlanView["nameOf"]): string {
  return sentence.map((piece) => pieceMarkdown(piece, nameOf)).join("");
}

function pieceMarkdown(piece: Piece, nameOf: PlanView["nameOf"]): string {
  if (typeof piece === "string") return piece;
  if ("text" in piece) return markdownText(piece.text);
  return markdownCode("code" in piece ? piece.code : nameOf(piece.address));
}
