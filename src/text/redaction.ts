import type { Json } from "./json.ts";
import { escapeMarkup } from "./markup.ts";

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

/** Longest text of letters alone that is taken for a word. */
const longestWord = 20;

/** Is it a plain word? Masked, it would be missing in many texts that have nothing to do with it. */
export function isWord(text: string): boolean {
  return text.length <= longestWord && !/\P{L}/u.test(text);
}

/** Masks secrets in texts. */
export interface Redactor {
  /** The text without the secrets, whether they stand there plain, URL-encoded, JSON-escaped, in markup or as base64. */
  readonly redact: (text: string) => string;
  /** How many places of a text would be masked. */
  readonly count: (text: string) => number;
}

/**
 * A redactor for some secrets. To make one costs the length of the secrets: make it once, not for each text. A text
 * then costs its own length, however many secrets there are.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const find = textFinder(secrets.flatMap(formsOf));
  return { redact: (text) => masked(text, find(text)), count: (text) => find(text).length };
}

function masked(text: string, spans: readonly Span[]): string {
  const [first] = spans;
  if (first === undefined) return text;
  const rest = spans.map(({ end }, at) => mask + text.slice(end, spans[at + 1]?.start));
  return text.slice(0, first.start) + rest.join("");
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

/** A part of a text: where it begins, and where it has ended. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds where any of some texts stands. Spans are in order and do not overlap: those that did are one. */
type TextFinder = (text: string) => readonly Span[];

/** Codes of pairs of characters that are told apart. */
const codes = 1 << 14;

/**
 * A finder that looks at the text once, however many texts it looks for (Wu and Manber, 1994): where the last two
 * characters of a window end no text, it moves on by as much as they are away from ending one.
 */
function textFinder(texts: readonly string[]): TextFinder {
  const wanted = [...new Set(texts)].filter((text) => text !== "");
  if (wanted.length === 0) return () => [];
  const window = wanted.reduce((least, { length }) => Math.min(least, length), 255);
  const { shifts, candidates } = tablesFor(wanted, window);
  return (text) => {
    const spans: Span[] = [];
    for (let last = window - 1; last < text.length; ) {
      const code = codeAt(text, last, window);
      const shift = shifts[code] ?? 1;
      if (shift === 0) addFound(spans, text, last - window + 1, candidates.get(code) ?? []);
      last += Math.max(shift, 1);
    }
    return spans;
  };
}

function tablesFor(wanted: readonly string[], window: number) {
  const shifts = new Uint8Array(codes).fill(Math.max(window - 1, 1));
  const candidates = new Map<number, string[]>();
  for (const text of wanted) {
    for (let last = Math.min(1, window - 1); last < window; last += 1) {
      const code = codeAt(text, last, window);
      shifts[code] = Math.min(shifts[code] ?? 0, window - 1 - last);
    }
    const code = codeAt(text, window - 1, window);
    const alike = candidates.get(code);
    if (alike === undefined) candidates.set(code, [text]);
    else alike.push(text);
  }
  return { shifts, candidates };
}

/** The code of the pair that ends there; of one character when the window has no more. */
function codeAt(text: string, last: number, window: number): number {
  const before = window === 1 ? 0 : text.charCodeAt(last - 1);
  return ((before << 5) ^ text.charCodeAt(last)) & (codes - 1);
}

/** Adds the longest of the texts that stands at a place, if there is one. */
function addFound(spans: Span[], text: string, start: number, candidates: readonly string[]): void {
  const length = candidates.reduce(
    (most, candidate) =>
      candidate.length > most && text.startsWith(candidate, start) ? candidate.length : most,
    0,
  );
  const before = spans.at(-1);
  if (length === 0) return;
  if (before === undefined || before.end <= start) spans.push({ start, end: start + length });
  else spans[spans.length - 1] = { start: before.start, end: Math.max(before.end, start + length) };
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

/**
 * The value with each of its texts changed; `key` is the nearest one above a text. Keys stay as they are, and so does
 * each object in which nothing changes.
 */
export function mapTexts(value: Json, change: (text: string, key?: string) => string, key?: string): Json {
  if (typeof value === "string") return change(value, key);
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => mapTexts(item, change, key));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value);
  const changed = entries.map(([name, inner]) => [name, mapTexts(inner, change, name)] as const);
  return changed.some(([, inner], at) => inner !== entries[at]?.[1]) ? Object.fromEntries(changed) : value;
}
