import { isIPv4 } from "node:net";
import { type Operation, pathParameters } from "../contract/operation.ts";
import { DiagnosticError, error } from "../model/diagnostic.ts";
import type { JsonObject } from "../text/json.ts";

/** Values of path parameters, by name. */
export type Params = Readonly<Record<string, string>>;

/** A value in a query; an array repeats the parameter (A7). */
type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];

/** A query by parameter name. Null and undefined are left out. */
export type Query = Readonly<Record<string, QueryValue>>;

/**
 * The root of the API: the base URL with `/v1`. Fails with a `DiagnosticError` when the address cannot be used.
 */
export function apiRoot(baseUrl: string, insecureHttp = false): string {
  const read = readAddress(baseUrl, insecureHttp);
  if ("address" in read) return `${read.address}/v1`;
  throw new DiagnosticError([error("DF4007", read.problem, { hint: read.hint })]);
}

/**
 * The base URL as a browser writes it, without a slash at its end; or why it cannot be used: it is no http address,
 * carries credentials or a query, or would send the token unencrypted over a network, unless that is wanted.
 */
export function readAddress(
  baseUrl: string,
  insecureHttp: boolean,
  example = "https://api.example.com",
): { readonly address: string } | { readonly problem: string; readonly hint: string } {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const problem = url === undefined ? "is not a web address" : problemOf(url, insecureHttp);
  if (url !== undefined && problem === undefined)
    return { address: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
  // Not the address itself, which may carry credentials, unless it is but the name of a host.
  const isHost = url?.protocol !== "https:" && hostOnly.test(baseUrl);
  const shown = isHost ? ` "${baseUrl}"` : url?.hostname ? ` of ${url.hostname}` : "";
  const wanted = `Write it as ${isHost ? `https://${baseUrl}` : example}`;
  const hint =
    problem === unencrypted
      ? `${wanted}. Where nobody else is on the way, --insecure-http lets it be.`
      : wanted;
  return { problem: `the address${shown} ${problem}`, hint };
}

const hostOnly = /^(?=.{1,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i;

const unencrypted =
  "is not encrypted: http is for this machine only (localhost, 127.0.0.0/8, ::1), since the token could be read on the way";

function problemOf(url: URL, insecureHttp: boolean): string | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither https nor http";
  if (url.username !== "" || url.password !== "") return "holds a user name or password; leave them out";
  if (url.href.includes("?") || url.href.includes("#")) return "holds a query or a fragment; leave it out";
  if (/\/v1\/*$/.test(url.pathname)) return "ends in /v1; leave that out";
  if (url.protocol === "http:" && !insecureHttp && !isLoopback(url.hostname)) return unencrypted;
  return undefined;
}

/** Is it the name or number of this machine? */
export function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname === "[::1]") return true;
  return isIPv4(hostname) && hostname.startsWith("127.");
}

/** The path of an operation with its parameters filled in, or the problem with them. */
export function fillPath(
  operation: Pick<Operation, "path">,
  params: Params,
): { readonly path: string } | { readonly problem: string } {
  const names = pathParameters(operation);
  const problem =
    names.map((name) => badParameter(name, params[name])).find((text) => text !== undefined) ??
    Object.keys(params)
      .filter((name) => !names.includes(name))
      .map((name) => `there is no path parameter "${name}"`)[0];
  if (problem !== undefined) return { problem };
  return {
    path: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? "")),
  };
}

/** An address with an empty or dot segment would be that of another operation. */
function badParameter(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return `path parameter "${name}" is missing`;
  if (typeof value !== "string") return `path parameter "${name}" is not text`;
  if (value === "") return `path parameter "${name}" is empty`;
  if (value === "." || value === "..") return `path parameter "${name}" cannot be "${value}"`;
  // A lone surrogate cannot be encoded.
  if (/\p{Surrogate}/u.test(value)) return `path parameter "${name}" is not valid Unicode`;
  return undefined;
}

/** The query with its question mark; nothing when it is empty. */
export function queryText(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const one of [value].flat()) search.append(name, String(one));
  }
  return search.size === 0 ? "" : `?${search}`;
}

/** Path parameters as texts. */
export function texts(params: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}
