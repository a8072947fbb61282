import { canonicalJson, type Json } from "../../text/json.ts";

/** Are two values the same but for case, white space, and slashes at the end? A platform may keep any of them. */
export function writtenAlike(a: Json, b: Json): boolean {
  return plainText(a) === plainText(b);
}

/** A value as text without what a platform may write in its own way. */
export function plainText(value: Json): string {
  const text = typeof value === "string" ? value : canonicalJson(value);
  return text.normalize("NFC").trim().replace(/\s+/g, " ").replace(/\/+$/, "").toLowerCase();
}
