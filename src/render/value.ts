import { isObject, type Json } from "../text/json.ts";
import { terminalText } from "./safe-text.ts";
import { shorten, shortenPair } from "./text/shorten.ts";

/** Characters that one value takes at most. */
const limit = 60;

/** A JSON value on one line for people; `(none)` when there is none. */
export function valueText(value: Json | undefined, most = limit): string {
  if (typeof value === "string") return quote(shorten(escapeString(value), most));
  return shorten(inner(value), most);
}

/** `before → after`, shortened so that the difference is seen. */
export function diffText(before: Json | undefined, after: Json | undefined): string {
  if (typeof before === "string" && typeof after === "string") {
    const [left, right] = shortenPair(escapeString(before), escapeString(after), limit);
    return `${quote(left)} → ${quote(right)}`;
  }
  const [left, right] = shortenPair(inner(before), inner(after), limit);
  return `${left} → ${right}`;
}

/** What is shown in place of a value that the API does not give back. */
export const unreadableText = "(cannot be read)";

/** What is shown in place of a value that must not be. */
export const sensitiveText = "(sensitive)";

function inner(value: Json | undefined): string {
  if (value === undefined) return "(none)";
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
