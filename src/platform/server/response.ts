import type { Operation } from "../../contract/operation.ts";
import type { FaultRule } from "../faults/fault-schema.ts";
import { createFaulty, type MadeResponse } from "../faults/faulty.ts";
import { changed, operationAt, refuse } from "../machine.ts";
import { answerRaw, logAccess, type Platform, type PlatformAnswer } from "../platform.ts";
import { Refusal } from "../refusal.ts";
import type { RateLimit } from "./rate-limit.ts";
import { apiPath, type RawRequest, splitUrl, toRaw } from "./raw.ts";

/** What comes of a request, whatever carries it: a socket, or a simulation without one. */
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

/** What happens to a request, and what it leaves behind. */
export interface Response {
  readonly outcome: Outcome;
  /** Is the state another one than before? */
  readonly hasChanged: boolean;
  /** The fault that was made to happen. */
  readonly fault?: FaultRule["fault"];
}

/** The response that is an answer and nothing else. */
export function plain(answer: PlatformAnswer): Response {
  return { outcome: { type: "answer", answer }, hasChanged: changed(answer) };
}

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
