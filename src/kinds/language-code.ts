import type { Json } from "../text/json.ts";

/** Case says nothing in a language code (BCP 47, A8). */
export function languageWithoutCase(code: Json): Json {
  return String(code).toLowerCase();
}
