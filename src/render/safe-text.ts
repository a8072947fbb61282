import { hidden } from "../text/hidden-characters.ts";
import { commandAnywhere, commandAtStart } from "../text/log-commands.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Untrusted text for a terminal, on one line: what is hidden or steers is shown as an escape, and so is the first
 * character of what a CI service would take for a command in its log.
 */
export function terminalText(text: string): string {
  return text.replace(hidden, visible).replace(commandAnywhere, visible).replace(commandAtStart, visible);
}

function visible(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  return short[character] ?? (point < 0x100 ? `\\x${hex.padStart(2, "0")}` : `\\u{${hex}}`);
}

/** A sentence in which words of ours stand between what comes from outside: each output writes that in its own way. */
export type Sentence = readonly Piece[];

/** Words of ours, or what comes from outside: an address, what is written as it stands in a file or shell, prose. */
export type Piece =
  | string
  | { readonly address: string }
  | { readonly code: string }
  | { readonly text: string };

/** The sentence on one line of a terminal. */
export function sentenceText(sentence: Sentence, nameOf: (address: string) => string): string {
  return sentence.map((piece) => pieceText(piece, nameOf)).join("");
}

function pieceText(piece: Piece, nameOf: (address: string) => string): string {
  if (typeof piece === "string") return piece;
  if ("address" in piece) return nameOf(piece.address);
  return terminalText("code" in piece ? piece.code : piece.text);
}

/** Sentences with the same words between them. */
export function joined(sentences: readonly Sentence[], between: string): Sentence {
  return sentences.flatMap((sentence, at) => (at === 0 ? sentence : [between, ...sentence]));
}

/** A line of a file with stars in place of the name and password of an address in it. Nothing else moves. */
export function hideLogins(line: string): string {
  if (!line.includes("@")) return line;
  return line
    .split(/([\s"']+)/)
    .map(withoutLogin)
    .join("");
}

/** What stands before an `@`: after `//`, or with the colon that is before a password. An email has neither. */
function withoutLogin(word: string): string {
  const slashes = word.indexOf("//");
  const start = slashes === -1 ? 0 : slashes + 2;
  const login = word.slice(start, Math.max(start, word.lastIndexOf("@")));
  const isLogin = login.includes(":") || (slashes !== -1 && !login.includes("/"));
  return isLogin ? word.slice(0, start) + "*".repeat(login.length) + word.slice(start + login.length) : word;
}
