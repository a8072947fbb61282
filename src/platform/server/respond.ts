import type { Operation } from "../../contract/operation.ts";
import { createFaultChooser, type FaultRule } from "../faults/faults.ts";
import { createFaultMaker, type Response } from "../faults/faulty.ts";
import { apiPath, type RawRequest, splitUrl, toRaw } from "../http/raw.ts";
import { Refusal } from "../http/refusal.ts";
import { type AccessLine, accessLine, type Platform } from "../platform.ts";
import { operationAt, refuse } from "../request-handler.ts";
import { httpDate } from "../store/time.ts";

/** The layers between a platform and its callers. */
interface Surroundings {
  readonly faults?: readonly FaultRule[];
  readonly limit?: RateLimit | undefined;
  /** Is told of each request. */
  readonly seen?: (line: AccessLine) => void;
}

/** Answers requests, or makes the faults of the rules happen. It never throws. */
export type Respond = (request: RawRequest) => Response;

/** Puts a rate limit and faults in front of a platform; without either, it is the platform. */
export function createRespond(platform: Platform, { faults = [], limit, seen }: Surroundings): Respond {
  const make = createFaultMaker(platform, faults);
  const choose = createFaultChooser(faults);
  const { log } = platform;
  return (request) => {
    const start = platform.clock();
    const response = limited(limit, start, () => {
      const operation = faults.length === 0 ? undefined : operationOf(platform, request);
      return make(request, operation, operation && choose(operation));
    });
    if (log === undefined && seen === undefined) return response;
    const line = lineOf(platform, request, start, response);
    log?.(JSON.stringify(line));
    seen?.(line);
    return response;
  };
}

const tooMany = toRaw(refuse(new Refusal(429, "Too many requests; the headers say when there is room.")));

/** Passes a request on or refuses it. The answer contains the number of remaining requests (A9). */
export function limited(limit: RateLimit | undefined, now: number, pass: () => Response): Response {
  const allowance = limit?.(now);
  if (allowance === undefined) return pass();
  const response: Response = allowance.isAllowed
    ? pass()
    : { outcome: { type: "answer", answer: tooMany }, hasChanged: false };
  const { outcome } = response;
  if (outcome.type !== "answer") return response;
  const headers = { ...allowance.headers, ...outcome.answer.headers };
  return { ...response, outcome: { ...outcome, answer: { ...outcome.answer, headers } } };
}

function operationOf({ edition }: Platform, { method, url }: RawRequest): Operation | undefined {
  const path = apiPath(splitUrl(url).path);
  return path === undefined ? undefined : operationAt(method, path, edition);
}

function lineOf(platform: Platform, request: RawRequest, start: number, response: Response): AccessLine {
  const { outcome, fault } = response;
  const answer = outcome.type === "answer" ? outcome.answer : undefined;
  const operation = answer?.operation ?? operationOf(platform, request);
  return accessLine(platform, request, { start, operation, status: answer?.status, fault });
}

/** The decision of a rate limit about one request. */
interface Allowance {
  readonly isAllowed: boolean;
  /** Headers for the answer, whatever it is (A9). `Date` has the clock of the reset. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Decides on a request at a time, in milliseconds since 1970. */
export type RateLimit = (now: number) => Allowance;

/**
 * A token bucket of `rate` requests that refills at `rate` a second. `X-RateLimit-Reset` is the second in
 * which it is full again. `Retry-After` is the number of seconds until the next token, when there is none
 * (A9); the published API has no such header (G5).
 */
export function createRateLimit(rate: number, saysWhen = true): RateLimit {
  let left = rate;
  let filledAt = 0;
  return (now) => {
    const passed = Math.max(0, now - filledAt);
    left = Math.min(rate, left + (passed * rate) / 1000);
    filledAt = now;
    const isAllowed = left >= 1;
    if (isAllowed) left -= 1;
    const reset = Math.ceil(now / 1000 + (rate - left) / rate);
    const headers = {
      date: httpDate(now),
      "x-ratelimit-limit": String(rate),
      "x-ratelimit-remaining": String(Math.floor(left)),
      "x-ratelimit-reset": String(reset),
    };
    if (isAllowed || !saysWhen) return { isAllowed, headers };
    return { isAllowed, headers: { ...headers, "retry-after": String(Math.ceil((1 - left) / rate)) } };
  };
}
