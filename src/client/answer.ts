import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import { answerSchema, type Operation } from "../contract/operation.ts";
import { isObject, type Json, parseJson } from "../text/json.ts";
import { beginningOf } from "../text/long-words.ts";
import type { ApiErrorKind, ApiFailure } from "./errors.ts";
import { retryAfter } from "./retry.ts";
import type { HttpResponse } from "./transport.ts";

/** The result of reading an answer: its value (`undefined` for an empty body), or a failure. */
export type Reading = { readonly ok: true; readonly value: Json | undefined } | Failed;

interface Failed {
  readonly ok: false;
  readonly failure: Omit<ApiFailure, "path">;
}

/**
 * Reads an answer. Any 2xx is a success when the body fits a success answer of the operation (A3, A4),
 * whatever the content type. The value keeps fields that are unknown to the contract.
 */
export function readAnswer(
  operation: Operation,
  response: HttpResponse,
  now: number,
  showsSecrets = false,
): Reading {
  const { status } = response;
  if (status >= 200 && status < 300) {
    const reading = readSuccess(operation, response);
    if (!reading.ok || showsSecrets) return reading;
    return { ok: true, value: withoutSecrets(reading.value, operation) };
  }
  // Redirects are not followed: the token is for one origin, and the API has none.
  if (status < 400) return failed(response, "not-json", redirectText(operation, response));
  const foreign = status === 404 ? readNotFound(operation, response) : undefined;
  if (foreign !== undefined) return foreign;
  const wait = retryAfter(response.headers, now);
  return failed(response, kindOfStatus(status), platformMessage(operation, response), wait);
}

/**
 * The failure of a 404 that does not come from the API; undefined for a real one. Plans and deletes rely on a
 * 404, so it must be certain. Any error form counts, also text or an empty body (A1). A cut body, other JSON
 * or a web page comes from a proxy or a login page.
 */
function readNotFound(operation: Operation, response: HttpResponse): Failed | undefined {
  const said = parseJson(response.body);
  if (said === undefined) {
    if (startsAsJson(response)) return failed(response, "lost", cutShort);
    if (!isWebPage(response)) return undefined;
    return failed(response, "not-json", platformMessage(operation, response));
  }
  const isError = typeof said === "string" || (isObject(said) && ("error" in said || "message" in said));
  return isError ? undefined : failed(response, "wrong-shape", "it is no error as the API answers it");
}

function readSuccess(operation: Operation, response: HttpResponse): Reading {
  if (response.status === operation.requested)
    return failed(response, "requested", "it was requested from the administrators, who decide");
  const schemas = successSchemas(operation, response.status);
  if (response.body.trim() === "") {
    if (schemas.includes(null)) return { ok: true, value: undefined };
    // A proxy answers so after it has lost the platform. A status without a body is whole.
    const isWhole = isWebPage(response) || response.status === 204 || response.status === 205;
    return failed(response, isWhole ? "wrong-shape" : "lost", "the answer is empty");
  }
  const value = parseJson(response.body);
  if (value === undefined && startsAsJson(response)) return failed(response, "lost", cutShort);
  if (value === undefined) return failed(response, "not-json", platformMessage(operation, response));
  if (isDeeperThan(deepest, value))
    return failed(response, "wrong-shape", `the answer is nested deeper than ${deepest} levels`);
  const problems = schemas.map((schema) => misfit(schema, value));
  if (problems.includes(undefined)) return { ok: true, value };
  const bare = withoutNulls(value);
  if (schemas.some((schema) => misfit(schema, bare) === undefined)) return { ok: true, value };
  return failed(response, "wrong-shape", problems[0] ?? "no answer of this form is known");
}

/** The answer without the secrets of its operation. */
function withoutSecrets(value: Json | undefined, { secrets = [] }: Operation): Json | undefined {
  return secrets.reduce((rest, pointer) => without(rest, pointer.split("/").slice(1)), value);
}

function without(value: Json | undefined, [key = "", ...deeper]: readonly string[]): Json | undefined {
  if (!isObject(value) || value[key] === undefined) return value;
  const { [key]: secret, ...others } = value;
  const inner = deeper.length === 0 ? undefined : without(secret, deeper);
  return inner === undefined ? others : { ...others, [key]: inner };
}

const cutShort = "it begins as JSON, and is cut short or broken";

function startsAsJson({ body }: HttpResponse): boolean {
  return /^\s*[{[]/.test(body);
}

/** Schemas of the success answers; that of the status first, since its misfit is the one to tell. */
function successSchemas(operation: Operation, status: number): readonly (z.ZodType | null)[] {
  const statuses = operation.list === undefined ? Object.keys(operation.answers ?? {}).map(Number) : [200];
  const ordered = [status, ...statuses.filter((other) => other !== status)];
  return ordered.map((one) => answerSchema(operation, one)).filter((schema) => schema !== undefined);
}

/** The value without null fields: the reference does not say whether an optional field may be null. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(present.map(([key, inner]) => [key, withoutNulls(inner)]));
}

/** The path and reason of the first mismatch with the schema; undefined when the value fits. */
function misfit(schema: z.ZodType | null, value: unknown): string | undefined {
  if (schema === null) return "the answer is not empty";
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && `${issue.path.map(String).join(".") || "the answer"}: ${issue.message}`;
}

/** The deepest nesting that is read. No answer of the API has it, and recursive code stays safe. */
const deepest = 500;

/** Goes no deeper than that itself, so that no depth is too much for it. */
function isDeeperThan(most: number, value: Json): boolean {
  if (value === null || typeof value !== "object") return false;
  if (most < 0) return true;
  return Object.values(value).some((part) => isDeeperThan(most - 1, part));
}

function failed(response: HttpResponse, kind: ApiErrorKind, reason: string, retryAfterMs?: number): Failed {
  const failure = {
    kind,
    reason,
    status: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  return { ok: false, failure };
}

/** The target of a redirect without its query, which may carry secrets of others. */
function redirectText(operation: Operation, response: HttpResponse): string {
  const target = response.headers.location?.split(/[?#]/)[0];
  return target ? `redirects to ${target}, which is not followed` : platformMessage(operation, response);
}

/** Kind of a status that is no success (A2). */
function kindOfStatus(status: number): ApiErrorKind {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404) return "not-found";
  if (status === 429) return "rate-limited";
  return status >= 500 ? "fault" : "refused";
}

/** Longest message that is kept from an answer. */
const maxMessage = 500;
/** Enough of a page to find its title in. */
const maxPage = 16_384;

/**
 * The message of an error answer in any form (A1). Forms are `{error: {message}}`, `{message}`, plain text,
 * the title of a web page, or else the status. It is not shortened here, because a cut could split a secret
 * and hide it from masking. Where an answer may hold a secret, only a message in JSON is quoted: nobody knows where the
 * secret is in anything else.
 */
function platformMessage({ secrets }: Operation, response: HttpResponse): string {
  const said = messageInJson(response.body) ?? (secrets === undefined ? messageInText(response.body) : "");
  return said.trim() || (STATUS_CODES[response.status] ?? "no message");
}

/** Is the answer a web page? */
function isWebPage(response: HttpResponse): boolean {
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
  const start = beginningOf(body, maxPage);
  if (!/^\s*</.test(start)) return start;
  const title = /<title\b[^<>]*>([^<]*)/i.exec(start)?.[1];
  return (title ?? start.replace(/<[^<>]*>/g, " ")).replace(/\s+/g, " ");
}
