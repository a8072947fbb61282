import { type HttpResponse, type Transport, TransportError } from "../client/transport.ts";
import { parseJson } from "../text/json.ts";
import { Unanswered } from "./failure.ts";

/** A request as the libraries of the services send it. */
export interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | null | undefined;
}

/** Sends a request to an address of the service, and answers whatever comes. */
export type Send = (url: string, request: SentRequest) => Promise<HttpResponse>;

/** The connection to a service. */
export interface Connection {
  /** The root of the API, without a slash at its end. */
  readonly apiUrl: string;
  readonly repository: string;
  readonly token: string;
  readonly send: Send;
  readonly now: () => number;
  /** Waits for milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The name and version of docform, for the log of the service. */
  readonly agent: string;
  /** Masks secrets in what the service says. */
  readonly mask: (text: string) => string;
  readonly close: () => Promise<void>;
}

/** Longest time for a request to a service, in milliseconds. */
export const longestRequest = 60_000;
/** Waits before a request is sent again. */
const pauses = [1000, 4000];
const repeatable = ["GET", "PATCH", "PUT"];
const mostRedirects = 3;

interface Sending {
  readonly transport: Transport;
  readonly apiUrl: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Sends requests to the origin of the API and to no other, since each carries the token. A redirect inside that
 * origin is followed, as of a repository that has a new name. What may be done twice is sent again when its answer is
 * lost: a read, and a change that says the whole new value.
 */
export function sending({ transport, apiUrl, sleep }: Sending): Send {
  const { origin } = new URL(apiUrl);
  const follow = async (url: string, request: SentRequest, left: number): Promise<HttpResponse> => {
    const answer = await transport({
      ...bodyOf(request),
      url: inside(origin, url),
    });
    const { location } = answer.headers;
    if (![301, 302, 307, 308].includes(answer.status) || location === undefined) return usable(answer);
    if (left === 0) throw new Unanswered("it redirects again and again");
    return follow(new URL(location, url).href, request, left - 1);
  };
  return async (url, request) => {
    for (const pause of repeatable.includes(request.method) ? pauses : []) {
      const answer = await follow(url, request, mostRedirects).catch(lostAnswer);
      if (answer !== undefined && ![502, 503, 504].includes(answer.status)) return answer;
      await sleep(pause);
    }
    return follow(url, request, mostRedirects);
  };
}

/** A proxy or a sign-in page may answer in place of the service. */
function usable(answer: HttpResponse): HttpResponse {
  const { status, headers, body } = answer;
  if (status >= 300 || body === "" || parseJson(body) !== undefined) return answer;
  throw new Unanswered(`status ${status} with ${headers["content-type"] ?? "a text"}, which is no JSON`);
}

function bodyOf({ method, headers, body }: SentRequest) {
  return { method, headers, ...(typeof body === "string" ? { body } : {}) };
}

function inside(origin: string, url: string): string {
  if (new URL(url).origin === origin) return url;
  throw new Unanswered(`it leads to ${new URL(url).origin}, and the token is for ${origin} alone`);
}

function lostAnswer(problem: unknown): undefined {
  if (!(problem instanceof TransportError) || problem.failure === "too-large") throw problem;
}
