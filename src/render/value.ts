import { isObject, type Json } from "../text/json.ts";
import { terminalText } from "./safe-text.ts";

/** Characters that one value takes at most. */
const limit = 60;

/** A JSON value on one line for people; `(none)` when there is none. */
export function valueText(value: Json | undefined, most = limit): string {
  if (typeof value === "string") return quote(shorten(escapeString(value), most));
  return shorten(inner(value), most);
}

/** `before → after`, shortened so that the difference is seen. */
export function diffText(before: Json | undefined, after: Json | undefined): string {
  return diffTexts(before, after).join(" → ");
}

/** Both values of a difference, shortened together so that the difference is seen. */
export function diffTexts(before: Json | undefined, after: Json | undefined): readonly [string, string] {
  if (typeof before === "string" && typeof after === "string") {
    const [left, right] = shortenPair(escapeString(before), escapeString(after), limit);
    return [quote(left), quote(right)];
  }
  return shortenPair(inner(before), inner(after), limit);
}

/** The text for a value that the API does not return. */
export const unreadableText = "(cannot be read)";

/** The text for no value. */
export const noValueText = "(none)";

/** The text for a sensitive value. */
export const sensitiveText = "(sensitive)";

function inner(value: Json | undefined): string {
  if (value === undefined) return noValueText;
  if (typeof value === "string") return quote(escapeString(value));
  if (Array.isArray(value)) return `[${value.map(inner).join(", ")}]`;
  return isObject(value) ? objectText(value) : String(value);
}

function objectText(value: { readonly [key: string]: Json }): string {
  if (Object.hasOwn(value, "$sensitive")) return sensitiveText;
  if (Object.hasOwn(value, "$from")) return "(known after apply)";
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  return `{ ${entries.map(([key, item]) => `${keyText(key)}: ${inner(item)}`).join(", ")} }`;
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : quote(escapeString(key));
}

function escapeString(text: string): string {
  return terminalText(text.replaceAll("\\", "\\\\").replaceAll('"', '\\"'));
}

function quote(text: string): string {
  return `"${text}"`;
}

/** The number of characters kept on each side of a difference. */
const context = 12;

/** Text of at most `limit` characters: the middle of a longer one becomes `…`. Never splits a character. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text.slice(0, limit * 2), ...text.slice(-limit * 2)];
  if (text.length <= limit * 2 && [...text].length <= limit) return text;
  const head = Math.ceil((limit - 1) / 2);
  const tail = limit - 1 - head;
  return `${characters.slice(0, head).join("")}…${characters.slice(-tail).join("")}`;
}

/**
 * Two different texts, shortened so that their difference stays visible: common beginnings and ends are cut
 * first.
 */
function shortenPair(a: string, b: string, limit: number): readonly [string, string] {
  if (a.length <= limit && b.length <= limit) return [a, b];
  const [left, right] = [[...a], [...b]];
  const start = commonStart(left, right);
  const end = commonEnd(left, right, start);
  const cut = (characters: readonly string[]) => shorten(window(characters, start, end), limit);
  return [cut(left), cut(right)];
}

function window(characters: readonly string[], start: number, end: number): string {
  const from = start > context + 1 ? start - context : 0;
  const to = end > context + 1 ? characters.length - end + context : characters.length;
  const middle = characters.slice(from, to).join("");
  return `${from > 0 ? "…" : ""}${middle}${to < characters.length ? "…" : ""}`;
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function commonEnd(a: readonly string[], b: readonly string[], start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count++;
  return count;
}
