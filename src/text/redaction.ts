import type { Json } from "./json.ts";
import { escapeMarkup } from "./markup.ts";

/** The text in place of a secret. */
export const mask = "[redacted]";
/** Encoded forms of a shorter secret are too common as plain text to be replaced. */
const shortestEncoded = 8;

/** A shorter text is part of too many words: masking it would tell more than it hides, and break the output. */
const shortestTelling = 8;

/** Does a text give anything away by itself, so that it can be told from a word? */
export function isTelling(text: string): boolean {
  return text.length >= shortestTelling;
}

/** Longest text of letters alone that is taken for a word. */
const longestWord = 20;

/** Is it a plain word? Masked, it would be missing in many unrelated texts. */
export function isWord(text: string): boolean {
  return text.length <= longestWord && !/\P{L}/u.test(text);
}

/** Masks secrets in texts. */
export interface Redactor {
  /** The text without the secrets, whether they are plain, URL-encoded, JSON-escaped, in markup or as base64. */
  readonly redact: (text: string) => string;
  /** How many places of a text would be masked. */
  readonly count: (text: string) => number;
}

/**
 * A redactor for some secrets. To make one costs the length of the secrets: make it once, not for each text. A text
 * then costs its own length, and more only where secrets of many lengths begin alike.
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

/** Finds all places of some texts. Spans are in order. Spans that overlap are joined. */
type TextFinder = (text: string) => readonly Span[];

/** The number of first characters by which texts are found. */
const startLength = 8;

/**
 * One expression finds the places where a text may start: it has a class of characters for each of the first
 * characters. A map leads from there to the lengths of the texts with that start: thousands may share one. An
 * expression with whole texts as its alternatives is no way: ten texts of 64 KB are too large for one, and a thousand
 * texts take seconds for a MiB.
 */
function textFinder(texts: readonly string[]): TextFinder {
  const wanted = [...new Set(texts)].filter((text) => text !== "").sort((a, b) => b.length - a.length);
  const length = Math.min(startLength, wanted.at(-1)?.length ?? 0);
  if (length === 0) return () => [];
  const known = new Set(wanted);
  const lengthsByStart = new Map<string, Set<number>>();
  for (const text of wanted) {
    const start = text.slice(0, length);
    lengthsByStart.set(start, (lengthsByStart.get(start) ?? new Set()).add(text.length));
  }
  const starts = [...lengthsByStart.keys()];
  const classes = Array.from({ length }, (_, at) => classOf(starts.map((start) => start.charCodeAt(at))));
  const anyStart = new RegExp(classes.join(""), "g");
  return (text) => {
    const spans: Span[] = [];
    anyStart.lastIndex = 0;
    for (let found = anyStart.exec(text); found !== null; found = anyStart.exec(text)) {
      const { 0: characters, index: start } = found;
      for (const size of lengthsByStart.get(characters) ?? []) {
        if (!known.has(text.slice(start, start + size))) continue;
        addSpan(spans, { start, end: start + size });
        break;
      }
      // The next text may start inside of this one.
      anyStart.lastIndex = start + 1;
    }
    return spans;
  };
}

/** A class of characters in a regular expression. */
function classOf(codes: readonly number[]): string {
  const escaped = [...new Set(codes)].map((code) => `\\u${code.toString(16).padStart(4, "0")}`);
  return `[${escaped.join("")}]`;
}

function addSpan(spans: Span[], { start, end }: Span): void {
  const before = spans.at(-1);
  if (before === undefined || before.end <= start) spans.push({ start, end });
  else spans[spans.length - 1] = { start: before.start, end: Math.max(before.end, end) };
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
