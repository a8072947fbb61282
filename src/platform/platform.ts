import type { Edition } from "../contract/edition.ts";
import { openApiDocument } from "../contract/openapi-document.ts";
import { mutates, type Operation } from "../contract/operation.ts";
import { operationsIn } from "../contract/operations.ts";
import { visitIn } from "./handlers.ts";
import type { AnswerCache } from "./http/answer-cache.ts";
import {
  type ApiAnswer,
  type RawRequest,
  type RawResponse,
  readRequest,
  splitUrl,
  toRaw,
} from "./http/raw.ts";
import { Refusal } from "./http/refusal.ts";
import { type Context, changed, handle, refuse } from "./request-handler.ts";
import type { State } from "./store/state.ts";
import { toIso } from "./store/time.ts";

/** An embedded platform: its state and its surroundings. */
export interface Platform {
  readonly state: State;
  /** Milliseconds since 1970, such as `Date.now`. */
  readonly clock: () => number;
  /** Address without `/v1`; links of the platform to itself begin with it. */
  baseUrl: string;
  /** The edition of the API that it speaks. */
  readonly edition: Edition;
  /** Takes a line of JSON for each request, and for each fault of the platform. */
  readonly log?: (line: string) => void;
  /** Looks at each answer of an operation; tests throw when it breaks the contract. */
  readonly checkAnswer?: Context["checkAnswer"];
  /** Keeps answers to reads. Only for a platform whose state nothing else changes. */
  readonly cache?: AnswerCache;
}

/** The options from which a platform is created. */
export type PlatformOptions = Omit<Platform, "baseUrl" | "edition"> &
  Partial<Pick<Platform, "baseUrl" | "edition">>;

/** Makes a platform; it owns the state from now on. */
export function createPlatform(options: PlatformOptions): Platform {
  return { baseUrl: "http://docform.local", edition: "reference", ...options };
}

/** An answer, and the operation that gave it, if the path is one. */
export interface PlatformAnswer extends RawResponse {
  readonly operation?: Operation;
  /** The body as bytes, where they are at hand. */
  readonly bytes?: Uint8Array;
}

/** Does one request, with or without a socket. It never throws: a fault of the platform is a 500 and a log line. */
export function handleRaw(platform: Platform, request: RawRequest): RawResponse {
  const start = platform.clock();
  const { operation, status, headers, bodyText } = answerRaw(platform, request);
  if (platform.log !== undefined)
    platform.log(JSON.stringify(accessLine(platform, request, { start, status, operation })));
  return { status, headers, bodyText };
}

/** `handleRaw` without the line in the log. */
export function answerRaw(platform: Platform, request: RawRequest): PlatformAnswer {
  const kept = platform.cache?.get(request);
  if (kept !== undefined) return kept;
  const moment = momentOf(platform);
  const answer = answerFor(platform, request, moment.now);
  const { operation, status } = answer;
  const response = toRaw(answer);
  if (operation === undefined) return response;
  if (changed(answer) || status >= 500) platform.cache?.clear();
  else if (status === 200 && !mutates(operation) && !moment.wasAsked())
    platform.cache?.keep(request, response, operation);
  return { ...response, operation };
}

/** The time of one call: the same whenever it is asked for, and whether it was. */
function momentOf({ clock }: Platform) {
  let asked: string | undefined;
  const now = (): string => {
    asked ??= toIso(clock());
    return asked;
  };
  return { now, wasAsked: () => asked !== undefined };
}

function answerFor(platform: Platform, request: RawRequest, now: () => string): ApiAnswer {
  try {
    const page = request.method === "GET" ? pageAt(platform, request.url) : undefined;
    if (page !== undefined) return page;
    return handle(platform.state, readRequest(request), {
      now,
      baseUrl: platform.baseUrl,
      edition: platform.edition,
      checkAnswer: platform.checkAnswer,
    });
  } catch (error) {
    if (error instanceof Refusal) return refuse(error);
    // It may have stopped in the middle of a change.
    platform.cache?.clear();
    logFault(platform, error);
    return refuse(new Refusal(500, "The platform has a fault; its log says more."));
  }
}

/** The answer at a URL that needs no token. */
function pageAt({ state, baseUrl, edition }: Platform, url: string): ApiAnswer | undefined {
  const ok = (body: unknown): ApiAnswer => ({ status: 200, headers: {}, body });
  if (url === "/openapi.json") return ok(openApiDocument(Object.values(operationsIn(edition)), baseUrl));
  return url === "/" ? ok(about) : visitIn(edition)?.(state, baseUrl, splitUrl(url).path);
}

const about = {
  name: "docform embedded platform",
  api: "/v1",
  authentication: "Authorization: Bearer <token>",
  description: "/openapi.json",
};

/** The facts of the access log about a response. */
interface Access {
  readonly start: number;
  /** Left out where nothing was answered. */
  readonly status?: number | undefined;
  readonly operation?: Operation | undefined;
  /** The injected fault. */
  readonly fault?: string | undefined;
}

/** A request as the log tells it. */
export interface AccessLine {
  readonly time: string;
  readonly method: string;
  /** Without the query, which may hold a secret. */
  readonly path: string;
  readonly operation: string | null;
  /** Null where nothing was answered. */
  readonly status: number | null;
  readonly ms: number;
  readonly mutates: boolean;
  /** The injected fault. */
  readonly injected?: string;
}

/** The facts of a request that was just responded to. */
export function accessLine(platform: Platform, request: RawRequest, access: Access): AccessLine {
  const { start, status, operation, fault } = access;
  const end = platform.clock();
  return {
    time: toIso(start),
    method: request.method,
    path: splitUrl(request.url).path,
    operation: operation?.name ?? null,
    status: status ?? null,
    ms: Math.max(0, Math.round(end - start)),
    mutates: operation !== undefined && mutates(operation),
    ...(fault === undefined ? {} : { injected: fault }),
  };
}

/** Writes a fault of the platform into the log. */
export function logFault(platform: Platform, error: unknown): void {
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  platform.log?.(JSON.stringify({ time: toIso(platform.clock()), level: "error", fault }));
}
