import { type Dispatcher, errors } from "undici";
import { type Agents, createAgents } from "./agents.ts";
import type { Proxies } from "./proxies.ts";
import { isLoopback } from "./url.ts";

/** One request as it goes over the wire; the body is JSON text. */
export interface HttpRequest {
  readonly method: string;
  /** Full address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Once it aborts, the request is sent no more. */
  readonly ending?: AbortSignal;
  /**
   * Milliseconds until the deadline of the command. A read ends then. Any other request has one timeout more: its answer
   * says whether it was done.
   */
  readonly untilDeadline?: number;
  /** The name of the operation of the API that it calls, and the number of the attempt, from 1: for those who count. */
  readonly operation?: string;
  readonly attempt?: number;
}

/** One answer, read whole. Header names are lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends one request once. It fails with a `TransportError`. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * `not-sent`: the server certainly did not get the request. `lost`: it may have, and its answer did not arrive.
 * `too-large`: it answered, with more than this client reads.
 */
export type TransportFailure = "not-sent" | "lost" | "too-large";

/** A request without a usable answer, and whether the server may have seen it (A10). */
export class TransportError extends Error {
  readonly failure: TransportFailure;
  /** The connection stood, and the answer did not come in the time that it had. */
  readonly timedOut: boolean;

  constructor(
    failure: TransportFailure,
    message: string,
    { timedOut = false, ...options }: ErrorOptions & { readonly timedOut?: boolean } = {},
  ) {
    super(message, options);
    this.name = "TransportError";
    this.failure = failure;
    this.timedOut = timedOut;
  }
}

/** Limits of a transport; times in milliseconds. */
export interface TransportOptions {
  readonly connections?: number;
  /** The longest wait without data; a connection is there within ten seconds, or not at all. */
  readonly timeout?: number;
  /** The longest time of a request, from its start to the end of its answer; five times `timeout` unless given. */
  readonly total?: number;
  /** Milliseconds after which an idle connection is not used again. */
  readonly keepIdle?: number;
  /** Largest answer in bytes. */
  readonly maxAnswer?: number;
  /** Requests go through them, by CONNECT; never those to this machine. */
  readonly proxies?: Proxies | undefined;
}

/** A transport with a pool of connections that has to be closed. */
export type PooledTransport = Transport & { close(): Promise<void> };

const longestConnect = 10_000;
/** The longest time that a timer of Node takes. */
const longestTimer = 2 ** 31 - 1;

const defaults = {
  connections: 16,
  timeout: 60_000,
  // Many servers close idle connections after five seconds, and may be doing so while a request is on its way.
  keepIdle: 3000,
  maxAnswer: 64 * 1024 * 1024,
} as const satisfies TransportOptions;

/**
 * HTTP over a keep-alive pool. It never repeats a request (undici's retry interceptor repeats PUT, and
 * `PUT /orgs/{id}/teams` creates: A10) and follows no redirect, so the token stays with the origin it is for.
 */
export function undiciTransport(options: TransportOptions = {}): PooledTransport {
  const { timeout = defaults.timeout, total = 5 * timeout } = options;
  const settings = { ...defaults, ...options, timeout, total };
  const agents = createAgents(settings, Math.min(timeout, longestConnect));
  let isClosed = false;
  const send: Transport = async (request) => {
    // Of requests that were begun together, one may fail and end the command before the others are sent.
    if (isClosed) throw new TransportError("not-sent", "the connections are closed");
    try {
      return await inTime(request, settings, (signal) =>
        exchange(agents, { ...request, signal }, settings.maxAnswer),
      );
    } catch (failure) {
      throw asTransportError(failure, agents, request.url, settings.timeout);
    }
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    await Promise.all([agents.direct.close(), agents.proxied.close()]);
  };
  return Object.assign(send, { close });
}

/** Ends a request when it takes too long in all: a server may send a byte now and then for ever. */
async function inTime<T>(
  { method, signal, untilDeadline = Number.POSITIVE_INFINITY }: HttpRequest,
  { timeout, total }: Readonly<Record<"timeout" | "total", number>>,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // A timer may be a little early, and the deadline has to be over by then.
  const left = Math.max(0, untilDeadline) + (method === "GET" ? 1 : timeout);
  const why =
    left < total
      ? "the deadline has passed, and the answer is not there"
      : `the answer did not end within ${total} ms`;
  const ending = new AbortController();
  const late = () => ending.abort(new TransportError("lost", why, { timedOut: true }));
  const interrupt = () => ending.abort(signal?.reason);
  const timer = setTimeout(late, Math.min(left, total, longestTimer));
  signal?.addEventListener("abort", interrupt, { once: true });
  if (signal?.aborted) interrupt();
  try {
    return await act(ending.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", interrupt);
  }
}

async function exchange(agents: Agents, request: HttpRequest, maxAnswer: number): Promise<HttpResponse> {
  const url = new URL(request.url);
  const agent = isLoopback(url.hostname) ? agents.direct : agents.proxied;
  const answer = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: { ...request.headers },
    body: request.body ?? null,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  return {
    status: answer.statusCode,
    headers: flatHeaders(answer.headers),
    body: await readBody(answer.body, maxAnswer),
  };
}

async function readBody(body: AsyncIterable<Buffer>, maxAnswer: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxAnswer)
      throw new TransportError("too-large", `the answer is larger than ${maxAnswer} bytes`);
    chunks.push(chunk);
  }
  // TextDecoder drops a byte order mark, which JSON.parse refuses.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function flatHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]);
  return Object.fromEntries(entries);
}

function asTransportError(failure: unknown, agents: Agents, url: string, timeout: number): TransportError {
  if (failure instanceof TransportError) return failure;
  const cause = failure instanceof Error ? failure : new Error(String(failure));
  const proxy = agents.proxyOf(url);
  const through = proxy === undefined ? "" : `, through the proxy ${proxy}`;
  if (agents.notSent.has(cause)) return new TransportError("not-sent", describe(cause) + through, { cause });
  const late = { cause, timedOut: true };
  if (cause instanceof errors.HeadersTimeoutError)
    return new TransportError("lost", `no answer within ${timeout} ms${through}`, late);
  if (cause instanceof errors.BodyTimeoutError)
    return new TransportError("lost", `the answer stopped for ${timeout} ms${through}`, late);
  return new TransportError("lost", describe(cause) + through, { cause });
}

/** An AggregateError of several addresses has no message of its own, so its code speaks. */
function describe(cause: Error): string {
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return cause.message === "" ? code || cause.name : cause.message;
}
