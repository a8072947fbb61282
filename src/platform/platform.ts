import { mutates } from "../contract/operation.ts";
import { handle, type MachineAnswer, type MachineRequest, refuse } from "./machine.ts";
import { Refusal } from "./refusal.ts";
import type { State } from "./state.ts";
import { toIso } from "./time.ts";

/** Largest body that is read, in bytes. */
export const maxBodyBytes = 1024 * 1024;

/** An embedded platform: its state, and what it is given from outside. */
export interface Platform {
  readonly state: State;
  /** Milliseconds since 1970, such as `Date.now`. */
  readonly clock: () => number;
  /** Address without `/v1`; links of the platform to itself begin with it. */
  baseUrl: string;
  /** Takes a line of JSON for each request, and for each fault of the platform. */
  readonly log?: (line: string) => void;
  /** Refuse to give an answer that is not exactly what the contract says: for tests. */
  readonly checkAnswers?: boolean;
}

/** What is needed to make a platform. */
export type PlatformOptions = Omit<Platform, "baseUrl"> & { readonly baseUrl?: string };

/** Makes a platform; it owns the state from now on. */
export function createPlatform(options: PlatformOptions): Platform {
  return { baseUrl: "http://docform.local", ...options };
}

/** A request as it comes over the wire. */
export interface RawRequest {
  readonly method: string;
  /** Path and query: `/v1/orgs?limit=1`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText?: string | undefined;
}

/** An answer as it goes over the wire. `bodyText` is empty where there is no body. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyText: string;
}

/** Does one request, with or without a socket. It never throws: a fault of the platform is a 500 and a log line. */
export function handleRaw(platform: Platform, request: RawRequest): RawResponse {
  const start = platform.clock();
  const answer = answerFor(platform, request);
  logAccess(platform, request, answer, start);
  return {
    status: answer.status,
    headers:
      answer.body === undefined ? answer.headers : { ...answer.headers, "content-type": "application/json" },
    bodyText: answer.body === undefined ? "" : JSON.stringify(answer.body),
  };
}

function answerFor(platform: Platform, request: RawRequest): MachineAnswer {
  try {
    if (request.method === "GET" && request.url === "/") return { status: 200, headers: {}, body: about };
    const now = toIso(platform.clock());
    return handle(platform.state, readRequest(request), { ...platform, now: () => now });
  } catch (error) {
    if (error instanceof Refusal) return refuse(error);
    logFault(platform, error);
    return refuse(new Refusal(500, "The platform has a fault; its log says more."));
  }
}

/** What `GET /` says, without a token. */
const about = {
  name: "docform embedded platform",
  api: "/v1",
  authentication: "Authorization: Bearer <token>",
};

function readRequest({ method, url, headers, bodyText }: RawRequest): MachineRequest {
  const [path = "", ...search] = url.split("?");
  if (!path.startsWith("/v1/")) throw new Refusal(404, `There is nothing at ${path}; the API is below /v1.`);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const known: Record<string, string> = Object.fromEntries(lower);
  return {
    method,
    path: path.slice("/v1".length),
    query: readQuery(search.join("?")),
    headers: known,
    ...readBody(known["content-type"], bodyText ?? ""),
  };
}

/** A parameter that is given more than once is a list (A7). */
function readQuery(search: string): Record<string, string | string[]> {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search))
    query.set(name, [...(query.get(name) ?? []), value]);
  const pairs = [...query].map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  return Object.fromEntries(pairs);
}

function readBody(type: string | undefined, text: string): Pick<MachineRequest, "body" | "bodyFault"> {
  if (text === "") return {};
  if (text.length > maxBodyBytes || new TextEncoder().encode(text).length > maxBodyBytes) throw tooLarge();
  if (!/^application\/([\w.-]+\+)?json *(;|$)/i.test(type ?? "")) {
    return { bodyFault: new Refusal(415, "Send the body as content-type application/json.") };
  }
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { bodyFault: new Refusal(400, "body: not valid JSON") };
  }
}

/** The refusal of a body that is too large. */
export function tooLarge(): Refusal {
  return new Refusal(413, `body: larger than ${maxBodyBytes} bytes`);
}

function logAccess(platform: Platform, request: RawRequest, answer: MachineAnswer, start: number): void {
  const { operation, status } = answer;
  const end = platform.clock();
  const line = {
    time: toIso(start),
    method: request.method,
    path: request.url.split("?")[0],
    operation: operation?.name ?? null,
    status,
    ms: Math.max(0, Math.round(end - start)),
    mutates: operation !== undefined && mutates(operation),
  };
  platform.log?.(JSON.stringify(line));
}

function logFault(platform: Platform, error: unknown): void {
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  platform.log?.(JSON.stringify({ time: toIso(platform.clock()), level: "error", fault }));
}
