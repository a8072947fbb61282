import type { JsonObject } from "../text/json.ts";

/** The text under a key of an answer, or undefined when there is none. */
export function textAt(answer: JsonObject, key: string): string | undefined {
  const value = answer[key];
  return typeof value === "string" ? value : undefined;
}
