import { lineText, type Place, type Sentence, terminalText } from "../safe-text.ts";
import { shorten } from "../value.ts";
import { type LinkedCommit, placeAddress } from "./place-link.ts";

/** Bytes that a comment may have: GitHub takes 65,536 characters, and a comment stays readable with less. */
export const mostCommentBytes = 60_000;

/** Longest untrusted text that is put into Markdown. */
const limit = 200;

/**
 * Words that a Markdown host turns into something: mentions, references, links, emoji, commits, tickets, math.
 * Escapes do not help, as hosts look for them after rendering; inside code they look for nothing.
 */
const special =
  /[`@#$%^~\\]|[!&][\p{L}\p{N}]|:\/\/|www\.|mailto:|:[\w+-]+:|[[*][\w.]+:|\/|(?<!\w)[0-9a-f]{7,64}(?!\w)|\p{L}\p{N}*-\d/iu;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Untrusted text as Markdown prose on one line: no markup, link, mention or HTML comes out of it. */
export function markdownText(text: string, most = limit): string {
  return shorten(terminalText(text), most)
    .split(/(\s+)/)
    .map((word) => (special.test(word) ? codeWord(word) : escapeWord(word)))
    .join("");
}

/** A word as code, without the signs around it: what somebody copies must not end in a comma. */
function codeWord(word: string): string {
  // A closing parenthesis stays with the one that it closes.
  const signs = /^.+\(/s.test(word) ? /^()(.*?)([.,;:"…]*)$/su : /^([("]?)(.*?)([.,;:)"…]*)$/su;
  const [, before = "", core = "", after = ""] = signs.exec(word) ?? [];
  return special.test(core) ? `${before}${codeSpan(core)}${after}` : codeSpan(word);
}

/** Untrusted text in a cell of a table: a bar would end it, also in code. */
export function markdownCell(text: string): string {
  return markdownText(text).replace(/\\?\|/g, "\\|");
}

/** Untrusted text as a code span, whatever backticks are in it. */
export function markdownCode(text: string): string {
  return codeSpan(shorten(terminalText(text), limit));
}

/** A command as a code span: all of it, as part of one would be another command. */
export function markdownCommand(command: string): string {
  return codeSpan(terminalText(command));
}

/** Characters that the names of many organizations may have in a mark. */
const longestNames = 400;

/** A comment of HTML as the first line of a text: it finds the text again, to edit it in place. */
export function commentMarker(
  command: string,
  organizations: readonly string[],
  environment: string | undefined,
): string {
  const names = [organizations.join(",").slice(0, longestNames), ...(environment ? [environment] : [])];
  return `<!-- ${[command, ...names.map(markWord)].join(" ")} -->`;
}

/** A name as a word of a mark: two names have two words, and none of them ends the comment. */
function markWord(name: string): string {
  return name.replace(/[^\w,./-]|-(?=-)/gu, (one) => `%${one.codePointAt(0)?.toString(16)};`);
}

/** The first five names, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length > 5 ? [`${names.length - 5} more`] : [];
  return [...names.slice(0, 5).map(markdownCode), ...more].join(", ");
}

/** Lines as a fenced block: the fence is longer than any run of backticks in them. */
export function markdownFence(language: string, lines: readonly string[]): string {
  const fence = "`".repeat(Math.max(3, longestRun(lines.join("\n")) + 1));
  return [`${fence}${language}`, ...lines, fence].join("\n");
}

/** Escapes the characters that are Markdown inside a line, and those that start a list or a heading. */
function escapeWord(word: string): string {
  return word
    .replace(/[*_{}[\]|<>&]/g, (character) => entities[character] ?? `\\${character}`)
    .replace(/^([-+=]+$|\d+(?=[.)]$))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

function codeSpan(text: string): string {
  const marks = "`".repeat(longestRun(text) + 1);
  const pad = /^[` ]|[` ]$/.test(text) || text === "" ? " " : "";
  return `${marks}${pad}${text}${pad}${marks}`;
}

function longestRun(text: string): number {
  return Array.from(text.matchAll(/`+/g)).reduce((most, [run]) => Math.max(most, run.length), 0);
}

/** A line of a file as code, which links to it where the commit is known. */
export function placeMarkdown(
  place: Place,
  commit: LinkedCommit | undefined,
  text = lineText(place),
): string {
  const address = commit && placeAddress(commit, place);
  return address === undefined ? markdownCode(text) : `[${markdownCode(text)}](<${address}>)`;
}

/** A sentence of a text. */
export function sentenceMarkdown(
  sentence: Sentence,
  nameOf: (address: string) => string,
  commit?: LinkedCommit,
): string {
  const texts = sentence.map((piece) => {
    if (typeof piece === "string") return piece;
    if ("text" in piece) return markdownText(piece.text);
    if ("place" in piece) return placeMarkdown(piece.place, commit);
    return markdownCode("code" in piece ? piece.code : nameOf(piece.address));
  });
  return texts.join("");
}
