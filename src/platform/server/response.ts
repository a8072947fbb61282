import type { Operation } from "../../contract/operation.ts";
import type { FaultRule } from "../faults/fault-schema.ts";
import { changed, operationAt, refuse } from "../machine.ts";
import { logAccess, type Platform, type PlatformAnswer } from "../platform.ts";
import { Refusal } from "../refusal.ts";
import { apiPath, type RawRequest, splitUrl, toRaw } from "./raw.ts";

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
}

/** A response, and the platform's own answer when the call was carried out. */
export interface MadeResponse extends Response {
  readonly done?: PlatformAnswer;
}

/** The response that is an answer and nothing else. */
export function plain(answer: PlatformAnswer): Response {
  return { outcome: { type: "answer", answer }, hasChanged: changed(answer) };
}

export const tooMany = toRaw(
  refuse(new Refusal(429, "Too many requests; the headers say when there is room.")),
);

export function operationOf({ method, url }: RawRequest): Operation | undefined {
  const path = apiPath(splitUrl(url).path);
  return path === undefined ? undefined : operationAt(method, path);
}

export function withHeaders(response: MadeResponse, headers: Readonly<Record<string, string>>): MadeResponse {
  const { outcome } = response;
  if (outcome.type !== "answer") return response;
  const { answer } = outcome;
  return {
    ...response,
    outcome: { ...outcome, answer: { ...answer, headers: { ...headers, ...answer.headers } } },
  };
}

export function logResponse(
  platform: Platform,
  request: RawRequest,
  start: number,
  response: Response,
): void {
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
