import { mutates, type Operation, type Page } from "../../contract/operation.ts";
import { bytesOf } from "../../text/bytes.ts";
import { firstPage } from "../calls/paging.ts";
import { apiPath, type RawRequest, splitUrl, toRaw } from "../http/raw.ts";
import { Refusal } from "../http/refusal.ts";
import { answerRaw, type Platform, type PlatformAnswer } from "../platform.ts";
import { changed, refuse } from "../request-handler.ts";
import { type State, snapshot } from "../store/state.ts";
import type { FaultRule } from "./faults.ts";

/** The result of a request, independent of its transport: a socket, or a simulation without one. */
export type Outcome =
  | {
      readonly type: "answer";
      readonly answer: PlatformAnswer;
      /** Milliseconds that it is held back. */
      readonly delay?: number;
      /** Bytes of the body after which the connection closes. */
      readonly keep?: number;
    }
  | { readonly type: "reset" }
  /** Every connection is reset, and for so many milliseconds new ones are refused. */
  | { readonly type: "refuse"; readonly milliseconds: number };

/** The response to a request, and its effects. */
export interface Response {
  readonly outcome: Outcome;
  /** Is the state another one than before? */
  readonly hasChanged: boolean;
  /** The injected fault. */
  readonly fault?: FaultRule["fault"];
  /** The platform's own answer, when the call was carried out. */
  readonly done?: PlatformAnswer;
}

/** Does a call, with the fault of a rule that was chosen elsewhere, or without. */
export type FaultMaker = (
  request: RawRequest,
  operation: Operation | undefined,
  rule: FaultRule | undefined,
) => Response;

/** A call that a fault happens to. */
interface Call {
  readonly request: RawRequest;
  /** Does the call. */
  readonly handle: () => PlatformAnswer;
  /** The platform as it was so many changes ago. */
  readonly earlier: (changes: number) => Platform;
}

/** Makes the faults of rules happen to calls of a platform. */
export function createFaultMaker(platform: Platform, rules: readonly FaultRule[]): FaultMaker {
  const history = createHistory(platform, Math.max(0, ...rules.map(staleness)));
  return (request, operation, rule) => {
    let done: PlatformAnswer | undefined;
    const handle = (): PlatformAnswer => {
      done = history.watch(operation, () => answerRaw(platform, request));
      return done;
    };
    const outcome: Outcome =
      rule === undefined
        ? { type: "answer", answer: handle() }
        : happen(rule, { request, handle, earlier: history.earlier });
    const fault = rule === undefined ? {} : { fault: rule.fault };
    if (done === undefined) return { outcome, hasChanged: false, ...fault };
    return { outcome, hasChanged: changed(done), done, ...fault };
  };
}

/** Makes one fault happen to one call. */
function happen(rule: FaultRule, { request, handle, earlier }: Call): Outcome {
  switch (rule.fault) {
    case "refuse":
      return { type: "refuse", milliseconds: rule.for ?? 1000 };
    case "delay":
      return { type: "answer", answer: handle(), delay: rule.for };
    case "reset-before-commit":
      return { type: "reset" };
    case "reset-after-commit":
      handle();
      return { type: "reset" };
    case "cut":
      return cut(handle(), rule.keep);
    case "answer":
      return { type: "answer", answer: rule.done === true ? afterDone(handle(), rule) : otherAnswer(rule) };
    case "content-type":
      return { type: "answer", answer: withHeader(handle(), "content-type", rule.type ?? "text/html") };
    case "stale-read":
      return { type: "answer", answer: answerRaw(earlier(rule.changes ?? 1), request) };
    case "repeated-cursor":
      return { type: "answer", answer: withNext(handle(), { page: cursorOf(request) }) };
    case "lost-cursor":
      return { type: "answer", answer: withNext(handle(), undefined) };
    case "rate-limit":
      return { type: "answer", answer: tooMany(rule.retryAfter) };
  }
}

function cut(answer: PlatformAnswer, keep: number | undefined): Outcome {
  const length = bytesOf(answer.bodyText);
  return { type: "answer", answer, keep: keep ?? Math.floor(length / 2) };
}

/**
 * Replaces the answer of a call that was carried out. A refusal stays, because no other answer may claim that
 * the call was carried out.
 */
function afterDone(answer: PlatformAnswer, rule: OtherAnswer): PlatformAnswer {
  return answer.status >= 400 && rule.status < 300 ? answer : otherAnswer(rule);
}

type OtherAnswer = Extract<FaultRule, { fault: "answer" }>;

function otherAnswer({ status, headers, body }: OtherAnswer): PlatformAnswer {
  if (body === undefined) return { status, headers: { ...headers }, bodyText: "" };
  if (typeof body === "string") return { status, headers: { ...headers }, bodyText: body };
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    bodyText: JSON.stringify(body),
  };
}

function tooMany(retryAfter: string | number | undefined): PlatformAnswer {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return toRaw(refuse(new Refusal(429, "Too many requests.", headers)));
}

/** The answer without its prepared bytes, because another header or body is sent. */
function withHeader({ bytes: _, ...answer }: PlatformAnswer, name: string, value: string): PlatformAnswer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

/** A list page with another `next`. A refusal stays as it is. */
function withNext({ bytes: _, ...answer }: PlatformAnswer, next: Page<unknown>["next"]): PlatformAnswer {
  if (answer.status !== 200) return answer;
  const page: Page<unknown> = { ...JSON.parse(answer.bodyText), next };
  return { ...answer, bodyText: JSON.stringify(page) };
}

/** The cursor that leads to the page which a request asks for. */
function cursorOf({ url }: RawRequest): string {
  const { path, search } = splitUrl(url);
  return new URLSearchParams(search).get("page") ?? firstPage(apiPath(path) ?? "");
}

/** Earlier states of a platform, as far as stale reads go back. */
function createHistory(platform: Platform, depth: number) {
  const states: State[] = [];
  const watch = (operation: Operation | undefined, handle: () => PlatformAnswer): PlatformAnswer => {
    if (depth === 0 || operation === undefined || !mutates(operation)) return handle();
    const before = snapshot(platform.state);
    const answer = handle();
    if (changed(answer)) states.push(before);
    if (states.length > depth) states.shift();
    return answer;
  };
  const earlier = (changes: number): Platform => {
    const { cache: _, ...uncached } = platform;
    return { ...uncached, state: states.at(-changes) ?? states[0] ?? platform.state };
  };
  return { watch, earlier };
}

function staleness(rule: FaultRule): number {
  return rule.fault === "stale-read" ? (rule.changes ?? 1) : 0;
}
