import type { FaultRule } from "../faults/fault-schema.ts";
import { createFaulty } from "../faults/faulty.ts";
import { answerRaw, type Platform } from "../platform.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { RawRequest } from "./raw.ts";
import type { MadeResponse } from "./response.ts";
import { logResponse, operationOf, plain, type Response, tooMany, withHeaders } from "./response.ts";

/** The layers between a platform and its callers. */
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

/** Passes a request on or refuses it. The answer contains the number of remaining requests (A9). */
export function limited(limit: RateLimit | undefined, now: number, pass: () => MadeResponse): MadeResponse {
  const allowance = limit?.(now);
  const response = allowance?.isAllowed === false ? plain(tooMany) : pass();
  return allowance === undefined ? response : withHeaders(response, allowance.headers);
}
