import type { Operation } from "../../contract/operation.ts";
import type { FaultRule } from "../faults/fault-schema.ts";
import { createFaulty, type MadeResponse } from "../faults/faulty.ts";
import { operationAt, refuse } from "../machine.ts";
import { answerRaw, logAccess, type Platform } from "../platform.ts";
import { Refusal } from "../refusal.ts";
import type { RateLimit } from "./rate-limit.ts";
import { apiPath, type RawRequest, splitUrl, toRaw } from "./raw.ts";
import { plain, type Response } from "./response.ts";

/** What stands between a platform and those who call it. */
export interface Surroundings {
  readonly faults?: readonly FaultRule[];
  readonly limit?: RateLimit | undefined;
}

/** Answers requests, or makes the faults of the rules happen. It never throws. */
export type Respond = (request: RawRequest) => Response;

/** Puts a rate limit and faults in front of a platform; without either, it is the platform. */
export function createRespond(platform: Platform, { faults = [], limit }: Surroundings): Respond {
  const faulty = faults.length === 0 ? undefined : createFaulty(platform, faults);
  const pass = (request: RawRequest): Response => {
    const operation = faulty === undefined ? undefined : operationOf(request);
    return (operation && faulty?.(request, operation)) ?? plain(answerRaw(platform, request));
  };
  return (request) => {
    const start = platform.clock();
    const response = limited(limit, start, () => pass(request));
    logResponse(platform, request, start, response);
    return response;
  };
}

/** Lets a request pass, or turns it away; its answer says how many are left (A9). */
export function limited(limit: RateLimit | undefined, now: number, pass: () => MadeResponse): MadeResponse {
  const allowance = limit?.(now);
  const response = allowance?.isAllowed === false ? plain(tooMany) : pass();
  return allowance === undefined ? response : withHeaders(response, allowance.headers);
}

const tooMany = toRaw(refuse(new Refusal(429, "Too many requests; the headers say when there is room.")));

function operationOf({ method, url }: RawRequest): Operation | undefined {
  const path = apiPath(splitUrl(url).path);
  return path === undefined ? undefined : operationAt(method, path);
}

function withHeaders(response: MadeResponse, headers: Readonly<Record<string, string>>): MadeResponse {
  const { outcome } = response;
  if (outcome.type !== "answer") return response;
  const { answer } = outcome;
  return {
    ...response,
    outcome: { ...outcome, answer: { ...answer, headers: { ...headers, ...answer.headers } } },
  };
}

function logResponse(platform: Platform, request: RawRequest, start: number, response: Response): void {
  if (platform.log === undefined) return;
  const { outcome, fault } = response;
  const answer = outcome.type === "answer" ? outcome.answer : undefined;
  const operation = answer?.operation ?? operationOf(request);
  logAccess(platform, request, {
    start,
    ...(operation === undefined ? {} : { operation }),
    ...(answer === undefined ? {} : { status: answer.status }),
    ...(fault === undefined ? {} : { fault }),
  });
}
