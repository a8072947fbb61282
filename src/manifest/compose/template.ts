import { isObject, type Json } from "../../text/json.ts";

/**
 * A parsed `${env:NAME}`, `${var:name}`, `${file:path}`, `${label:name}` or `${organization}`; `fallback` is the text
 * after `:-`.
 */
export interface Reference {
  readonly type: "env" | "var" | "file" | "label" | "organization";
  readonly name: string;
  readonly fallback?: string;
}

/** A piece of a text with interpolation. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | Reference
  | { readonly type: "bad"; readonly written: string };

/** Takes a text apart at its references, such as `${env:NAME}`, and at `$$`; any other `${…}` is a bad part. */
export function parseTemplate(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", from)) {
    const next = text[at + 1];
    const end = next === "{" ? text.indexOf("}", at) : at + 1;
    // A lone dollar is text; `$$` is one dollar.
    parts.push({ type: "text", text: text.slice(from, next === "{" ? at : at + 1) });
    from = next === "$" ? at + 2 : at + 1;
    if (next !== "{") continue;
    parts.push(end < 0 ? { type: "bad", written: "${" } : readPart(text.slice(at + 2, end)));
    from = end < 0 ? text.length : end + 1;
  }
  parts.push({ type: "text", text: text.slice(from) });
  return parts.filter((part) => part.type !== "text" || part.text !== "");
}

const namePatterns: ReadonlyMap<string, RegExp> = new Map([
  ["env", /^[A-Za-z_][A-Za-z0-9_]*$/],
  ["var", /^[A-Za-z0-9][A-Za-z0-9_-]*$/],
  ["label", /^[A-Za-z0-9][A-Za-z0-9_-]*$/],
  ["file", /\S/],
]);

function readPart(inner: string): Part {
  if (inner === "organization") return { type: "organization", name: "alias" };
  const [, type = "", name = "", fallback] = /^([a-z]*):(.*?)(?::-(.*))?$/s.exec(inner) ?? [];
  // A part inside a default would end at the first brace, and the rest of the default would be taken for
  // text.
  if (namePatterns.get(type)?.test(name) !== true || fallback?.includes("${") === true)
    return { type: "bad", written: `\${${inner}}` };
  return { type: type as Reference["type"], name, ...(fallback === undefined ? {} : { fallback }) };
}

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
