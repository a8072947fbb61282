import { hidden } from "../text/hidden-characters.ts";
import { commandAnywhere, commandAtStart } from "../text/log-commands.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Foreign text for a terminal, on one line. Hidden and control characters become escapes. The first character
 * of a CI log command is escaped too.
 */
export function terminalText(text: string): string {
  return text.replace(hidden, visible).replace(commandAnywhere, visible).replace(commandAtStart, visible);
}

function visible(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  return short[character] ?? (point < 0x100 ? `\\x${hex.padStart(2, "0")}` : `\\u{${hex}}`);
}

/** A sentence of fixed words and foreign values. Each output renders the pieces in its own way. */
export type Sentence = readonly Piece[];

/** Fixed words, or a foreign value: an address, code from a file or shell, prose, or a line of a file. */
type Piece =
  | string
  | { readonly address: string }
  | { readonly code: string }
  | { readonly text: string }
  | { readonly place: Place };

/** A line of a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** `manifests/sites.yaml:14`. */
export function lineText({ file, line }: Place): string {
  return `${terminalText(file)}:${line}`;
}

/** The sentence on one line of a terminal. */
export function sentenceText(sentence: Sentence, nameOf: (address: string) => string): string {
  const texts = sentence.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("address" in piece) return nameOf(piece.address);
    if ("place" in piece) return lineText(piece.place);
    return terminalText("code" in piece ? piece.code : piece.text);
  });
  return texts.join("");
}

/** Sentences with the same words between them. */
export function joined(sentences: readonly Sentence[], between: string): Sentence {
  return sentences.flatMap((sentence, at) => (at === 0 ? sentence : [between, ...sentence]));
}

/** Names that a sentence has before it counts. */
export const mostNames = 10;

/** Names of what is deleted in a sentence: a reviewer should miss none. */
export const mostDeleted = 50;

/** Names in a sentence; of many, the first ones and a count. */
export function namesSentence(names: readonly Sentence[], most = mostNames): Sentence {
  const more = names.length - most;
  const shown = more > 0 ? [...names.slice(0, most), [`${more} more`]] : names;
  return shown.flatMap((name, at): Sentence => {
    const between = at === 0 ? "" : at === shown.length - 1 ? " and " : ", ";
    return [between, ...name];
  });
}

/** A line of a file with stars in place of the name and password of an address in it. Nothing else moves. */
export function hideLogins(line: string): string {
  if (!line.includes("@")) return line;
  return line
    .split(/([\s"']+)/)
    .map(withoutLogin)
    .join("");
}

/** Masks the login before an `@`: it follows `//`, or contains a colon. An email address does neither. */
function withoutLogin(word: string): string {
  const slashes = word.indexOf("//");
  const start = slashes === -1 ? 0 : slashes + 2;
  const login = word.slice(start, Math.max(start, word.lastIndexOf("@")));
  const isLogin = login.includes(":") || (slashes !== -1 && !login.includes("/"));
  return isLogin ? word.slice(0, start) + "*".repeat(login.length) + word.slice(start + login.length) : word;
}
