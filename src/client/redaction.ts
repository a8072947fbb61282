import type { Json } from "../text/json.ts";
import { escapeMarkup } from "../text/markup.ts";
import { type Span, textFinder } from "./find-texts.ts";

/** What stands where a secret stood. */
export const mask = "[redacted]";
/** Encoded forms of a shorter secret are too common as plain text to be replaced. */
const shortestEncoded = 8;

/** What is shorter is part of too many words: masking it would say more than it hides, and break what is written. */
const shortestTelling = 8;

/** Does a text give anything away by itself, so that it can be told from a word? */
export function isTelling(text: string): boolean {
  return text.length >= shortestTelling;
}

/** Masks secrets in texts. */
export interface Redactor {
  /**
   * The text without the secrets, whether they stand there plain, URL-encoded, JSON-escaped, in markup or as base64; what comes
   * before `from` was shown already, and is left out.
   */
  readonly redact: (text: string, from?: number) => string;
  /** How many characters at the end of a text are to wait for more: the text may end inside a secret. */
  readonly openEnd: (text: string) => number;
  /** How many places of a text would be masked. */
  readonly count: (text: string) => number;
}

/** A redactor for some secrets. It costs the length of a text, however many secrets there are. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = [...new Set(secrets.flatMap(formsOf))].filter((form) => form !== "");
  const find = textFinder(forms);
  return {
    redact: (text, from = 0) => masked(text, find(text), from),
    openEnd: (text) => {
      const inside = lastEscape(text);
      const begun = (form: string): number => begunAtEnd(text, form, inside);
      const start = text.length - forms.reduce((most, form) => Math.max(most, begun(form)), 0);
      // What is found already must not be cut.
      const cut = start === text.length ? undefined : find(text).find(({ end }) => end > start);
      return text.length - Math.min(start, cut?.start ?? start);
    },
    count: (text) => find(text).length,
  };
}

/** The text without the secrets. */
export function redact(text: string, secrets: readonly string[]): string {
  return createRedactor(secrets).redact(text);
}

function masked(text: string, spans: readonly Span[], from: number): string {
  const ahead = spans.filter(({ end }) => end > from);
  const [first] = ahead;
  if (first === undefined) return text.slice(from);
  const between = ahead.map(({ end }, at) => mask + text.slice(end, ahead[at + 1]?.start));
  return text.slice(from, Math.max(from, first.start)) + between.join("");
}

/**
 * The number of characters at the end of the text with which a form begins, less than the whole of it. None begins
 * inside the escape sequence, which a terminal must get at once.
 */
function begunAtEnd(text: string, form: string, inside: Span): number {
  const last = text.at(-1);
  if (last === undefined) return 0;
  let at = form.length - 1;
  while (at > 0) {
    at = form.lastIndexOf(last, at - 1);
    const start = text.length - (at + 1);
    const isInside = start > inside.start && start < inside.end;
    if (at >= 0 && !isInside && text.endsWith(form.slice(0, at + 1))) return at + 1;
  }
  return 0;
}

/** Where the last control sequence of a terminal stands, perhaps without its end; nowhere when there is none. */
function lastEscape(text: string): Span {
  const start = text.lastIndexOf("\u001b[");
  if (start < 0) return { start: 0, end: 0 };
  const [rest = ""] = /^[0-?]*[ -/]*[@-~]?/.exec(text.slice(start + 2)) ?? [];
  return { start, end: start + 2 + rest.length };
}

function formsOf(secret: string): readonly string[] {
  if (secret.length < shortestEncoded) return [secret];
  const encoded = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\uFFFD"));
  const lowerCase = encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const escaped = JSON.stringify(secret).slice(1, -1);
  const inMarkup = [secret, escaped].flatMap(markupForms);
  return [secret, encoded, lowerCase, escaped, ...inMarkup, ...base64Forms(secret)];
}

/** A text in HTML; in XML and Markdown, in which some or all quotes stay as they are. */
function markupForms(text: string): readonly string[] {
  const html = escapeMarkup(text);
  const xml = html.replaceAll("&#39;", "'");
  return [html, xml, xml.replaceAll("&quot;", '"')];
}

/**
 * Base64 of the secret wherever it starts in the encoded text, `Bearer <token>` and `user:<token>` included:
 * three alignments, each cut to the characters that rest on the secret alone.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const total = offset + bytes.length;
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const own = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((total * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Hidden values that are shorter are words of any message. */
const shortestHidden = 4;

/** The texts in values that must not be shown, for redaction. */
export function hiddenTexts(values: readonly Json[]): readonly string[] {
  return values.flatMap(textsIn).filter(({ length }) => length >= shortestHidden);
}

/** All texts in a value. */
export function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
