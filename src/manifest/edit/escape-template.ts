import { isObject, type Json } from "../../text/json.ts";
import { parseTemplate } from "../compose/template.ts";

/** A text as a manifest writes it, so that nothing in it is interpolated. */
export function escapeTemplate(text: string): string {
  return text.replace(/\$(?=[${])/g, "$$$$");
}

/** Does a text hold something that is put in from elsewhere: `${env:NAME}`? */
export function isTemplate(text: string): boolean {
  return parseTemplate(text).some(({ type }) => type !== "text");
}

/** A value in the one form of its texts that `escapeTemplate` gives: a lone dollar can be written in two ways. */
export function meaningOf(value: Json): Json {
  if (typeof value === "string") return value.includes("$") ? meaningOfText(value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => meaningOf(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, meaningOf(inner)]));
}

function meaningOfText(text: string): string {
  const parts = parseTemplate(text);
  if (parts.some(({ type }) => type !== "text")) return text;
  return escapeTemplate(parts.map((part) => (part.type === "text" ? part.text : "")).join(""));
}
