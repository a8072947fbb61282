import { STATUS_CODES } from "node:http";
import { isObject, parseJson } from "../text/json.ts";
import type { HttpResponse } from "./transport.ts";

/** Longest message that is kept from an answer. */
const maxMessage = 500;
/** Enough of a page to find its title in. */
const maxPage = 16_384;

/**
 * What an error answer says, whatever its form (A1): `{error: {message}}`, `{message}`, plain text, the title
 * of a web page, or the status when it says nothing. Not yet shortened: a cut could split a secret so that
 * the redaction no longer finds it.
 */
export function platformMessage(response: HttpResponse): string {
  const said = messageInJson(response.body) ?? messageInText(response.body);
  return said.trim() || (STATUS_CODES[response.status] ?? "no message");
}

/** Is the answer a web page? */
export function isWebPage(response: HttpResponse): boolean {
  if (/^\s*(?:<!doctype html|<html|<head|<body)/i.test(response.body.slice(0, 1024))) return true;
  return (response.headers["content-type"] ?? "").toLowerCase().startsWith("text/html");
}

/** The text cut to `maxMessage` characters, never inside a surrogate pair. */
export function shorten(text: string): string {
  if (text.length <= maxMessage) return text;
  return `${text.slice(0, maxMessage - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function messageInJson(body: string): string | undefined {
  const answer = parseJson(body);
  if (!isObject(answer)) return undefined;
  const { error, message } = answer;
  const said = isObject(error) ? error.message : (error ?? message);
  return typeof said === "string" ? said : undefined;
}

function messageInText(body: string): string {
  const start = body.slice(0, maxPage);
  if (!/^\s*</.test(start)) return start;
  const title = /<title\b[^<>]*>([^<]*)/i.exec(start)?.[1];
  return (title ?? start.replace(/<[^<>]*>/g, " ")).replace(/\s+/g, " ");
}
