import type { Operation } from "../../contract/operation.ts";
import { bytesOf } from "../../text/bytes.ts";
import { isObject, parseJson } from "../../text/json.ts";
import { Refusal } from "./refusal.ts";

/** Largest body that is read, in bytes. */
export const maxBodyBytes = 1024 * 1024;
/** Deepest nesting of a body that is read. */
const maxBodyDepth = 100;

/** A request, as data. `path` is below `/v1`. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /**
   * The reason why the body cannot be read. It is reported only after the checks that come before the body
   * (A2).
   */
  readonly bodyFault?: Refusal | undefined;
}

/** An answer as data. `body` is undefined when empty; it must not be changed. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The operation that was called, if the path is one. */
  readonly operation?: Operation;
}

/** A request as it comes over the wire. */
export interface RawRequest {
  readonly method: string;
  /** Path and query: `/v1/orgs?limit=1`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bodyText?: string | undefined;
  /** The body exceeds the limit; `bodyText` is undefined then. */
  readonly bodyTooLarge?: boolean;
}

/** An answer as it goes over the wire. `bodyText` is empty where there is no body. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
}

/** An answer with its body as JSON text. */
export function toRaw({ status, headers, body }: ApiAnswer): RawResponse {
  if (body === undefined) return { status, headers, bodyText: "" };
  return { status, headers: { ...headers, ...jsonType }, bodyText: JSON.stringify(body) };
}

const jsonType = { "content-type": "application/json" } as const;

/** Path and query of a request, apart. */
export function splitUrl(url: string): { readonly path: string; readonly search: string } {
  const at = url.indexOf("?");
  return at < 0 ? { path: url, search: "" } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

/** The path below `/v1`; undefined for a path that is none of the API. */
export function apiPath(path: string): string | undefined {
  return path.startsWith("/v1/") ? path.slice("/v1".length) : undefined;
}

/** Reads a request. A fault of its body is reported only after the checks that come before the body (A2). */
export function readRequest({ method, url, headers, bodyText, bodyTooLarge }: RawRequest): ApiRequest {
  const { path: whole, search } = splitUrl(url);
  const path = apiPath(whole);
  if (path === undefined) throw new Refusal(404, `There is nothing at ${whole}; the API is below /v1.`);
  const known: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") known[name.toLowerCase()] = value;
  }
  const body = bodyTooLarge ? tooLarge() : readBody(known["content-type"], bodyText ?? "");
  return { method, path, query: readQuery(search), headers: known, ...body };
}

/** A parameter that is given more than once is a list (A7). */
function readQuery(search: string): Record<string, string | string[]> {
  if (search === "") return {};
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search))
    query.set(name, [...(query.get(name) ?? []), value]);
  const pairs = [...query].map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  return Object.fromEntries(pairs);
}

function readBody(type: string | undefined, text: string): Pick<ApiRequest, "body" | "bodyFault"> {
  if (text === "") return {};
  if (isLarge(text)) return tooLarge();
  if (!/^application\/([\w.-]+\+)?json *(;|$)/i.test(type ?? "")) {
    return { bodyFault: new Refusal(415, "Send the body as content-type application/json.") };
  }
  const body = parseJson(text);
  if (body === undefined) return { bodyFault: new Refusal(400, "body: not valid JSON") };
  if (!isDeeperThan(body, maxBodyDepth)) return { body };
  return { bodyFault: new Refusal(400, `body: nested deeper than ${maxBodyDepth} levels`) };
}

/** UTF-8 has at most three bytes for each unit of the text, so that most texts need not be encoded. */
function isLarge(text: string): boolean {
  if (text.length * 3 <= maxBodyBytes) return false;
  return text.length > maxBodyBytes || bytesOf(text) > maxBodyBytes;
}

/** Stops at the given depth: a value nested a million times must not end the process. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (Array.isArray(value)) return levels === 0 || value.some((item) => isDeeperThan(item, levels - 1));
  if (!isObject(value)) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1));
}

function tooLarge(): Pick<ApiRequest, "bodyFault"> {
  return { bodyFault: new Refusal(413, `body: larger than ${maxBodyBytes} bytes`) };
}
