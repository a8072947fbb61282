import type { Json } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";

/** A value for a key, as a command line gives it. */
export interface Assignment {
  readonly key: string;
  readonly value: Json;
}

/** Reads `key=text` or `key:=json`, or says what is wrong. */
export function readAssignment(
  word: string,
): Assignment | { readonly problem: string; readonly hint: string } {
  const [, key = "", operator, text = ""] = /^([^=:]+)(:=|=)(.*)$/s.exec(word) ?? [];
  if (operator === undefined)
    return { problem: `"${word}" is not an input`, hint: "write key=value, or key:=json" };
  if (operator === "=") return { key, value: text };
  try {
    return { key, value: JSON.parse(text) as Json };
  } catch (problem) {
    return { problem: `${key} is not JSON: ${messageOf(problem)}`, hint: `for plain text write ${key}=TEXT` };
  }
}
