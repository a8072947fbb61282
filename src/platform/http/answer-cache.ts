import type { Operation } from "../../contract/operation.ts";
import type { RawRequest, RawResponse } from "./raw.ts";

/** An answer that is kept, with its body encoded once. */
interface KeptAnswer extends RawResponse {
  readonly operation: Operation;
  readonly bytes: Uint8Array;
}

/**
 * Answers to reads, kept until something changes: whoever changes the state clears it. An answer that depends on
 * the time of the call does not belong here.
 */
export interface AnswerCache {
  get(request: RawRequest): KeptAnswer | undefined;
  keep(request: RawRequest, response: RawResponse, operation: Operation): void;
  clear(): void;
}

/** The most that is kept; beyond it, keeping starts again. */
const most = { answers: 1000, bytes: 64 * 1024 * 1024 } as const;

/**
 * A cache of answers, by everything that an answer depends on apart from the state: the token and the
 * address.
 */
export function createAnswerCache(): AnswerCache {
  const kept = new Map<string, KeptAnswer>();
  const encoder = new TextEncoder();
  let size = 0;
  const clear = () => {
    if (size > 0) kept.clear();
    size = 0;
  };
  return {
    get: (request) =>
      request.method === "GET" && !request.bodyTooLarge ? kept.get(cacheKey(request)) : undefined,
    keep: (request, response, operation) => {
      const bytes = encoder.encode(response.bodyText);
      if (kept.size >= most.answers || size + bytes.length > most.bytes) clear();
      kept.set(cacheKey(request), { ...response, operation, bytes });
      size += bytes.length;
    },
    clear,
  };
}

function cacheKey({ headers, url }: RawRequest): string {
  return `${headers.authorization ?? ""}\n${url}`;
}
