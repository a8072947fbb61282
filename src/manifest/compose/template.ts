import { isObject, type Json } from "../../text/json.ts";
import { nearMatch } from "../../text/near-match.ts";

/** A piece of a text with interpolation; `fallback` is what stands after `:-`. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "env"; readonly name: string; readonly fallback?: string }
  | { readonly type: "var"; readonly name: string; readonly fallback?: string }
  | { readonly type: "file"; readonly path: string; readonly fallback?: string }
  | { readonly type: "bad"; readonly written: string; readonly meant?: string };

/** Takes a text apart at `${env:NAME}`, `${var:name}`, `${file:path}` and `$$`; any other `${…}` is a bad part. */
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

const variablePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

function readPart(inner: string): Part {
  const colon = inner.indexOf(":");
  const form = inner.slice(0, Math.max(colon, 0));
  const [argument, fallback] = splitFallback(inner.slice(colon + 1));
  // What a default would evaluate ends at the first brace, so the rest of it would be taken for text.
  if (fallback?.includes("${") !== true) {
    const more = fallback === undefined ? {} : { fallback };
    if (form === "env" && variablePattern.test(argument)) return { type: "env", name: argument, ...more };
    if (form === "var" && namePattern.test(argument)) return { type: "var", name: argument, ...more };
    if (form === "file" && argument.trim() !== "") return { type: "file", path: argument, ...more };
  }
  const written = `\${${inner}}`;
  const meant = fallback === undefined ? suggestion(form, argument.trim()) : undefined;
  return meant === undefined ? { type: "bad", written } : { type: "bad", written, meant };
}

/** What stands before `:-`, and what stands after it. */
function splitFallback(text: string): readonly [string, string | undefined] {
  const at = text.indexOf(":-");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 2)];
}

function suggestion(form: string, argument: string): string | undefined {
  // `${each}` without an each is no misspelt variable.
  if (form === "" && argument === "each") return undefined;
  if (form === "") return variablePattern.test(argument) ? `\${env:${argument}}` : undefined;
  const near = nearMatch(form.trim(), ["env", "var", "file"]);
  if (near === undefined || argument === "") return undefined;
  const fits = near === "file" || (near === "env" ? variablePattern : namePattern).test(argument);
  return fits ? `\${${near}:${argument}}` : undefined;
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
