import { commandAnywhere } from "./log-commands.ts";

/**
 * Characters that steer a terminal or that nobody sees: controls, format characters (bidirectional marks,
 * zero-width), lone surrogates, noncharacters (XML forbids two of them), line separators, invisible fillers and
 * supplementary variation selectors.
 */
export const hidden =
  /\u034f|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu;

/**
 * JSON text, or YAML text whose texts with hidden characters or commands are in double quotes, with each of those as
 * an escape: the same value, and safe for a terminal and for the log of a CI service. Line ends stay.
 */
export function escapeHidden(text: string): string {
  if (!unusual.test(text)) return text;
  return text.replace(hiddenInLine, escapes).replace(commandAnywhere, escapes);
}

/** Characters that need an escape, and a few others: one search where most texts need none. */
const unusual = /[^\n -~]|##/;

const hiddenInLine = new RegExp(`(?!\\n)(?:${hidden.source})`, hidden.flags);

/** `\u001b`; two of them for a character outside the basic plane. */
function escapes(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
