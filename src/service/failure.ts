import type { z } from "zod";
import { TransportError } from "../client/transport.ts";
import { Stop, stop } from "../model/stop.ts";
import { terminalText } from "../render/safe-text.ts";
import { beginningOf } from "../text/long-words.ts";

/** An answer that refuses a request. Names of headers are lower case. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** A request that no answer came to, with what to do about it. */
export class Unanswered extends Error {}

/** A request of docform to a service: words for a message, and the permission that it takes. */
export interface Ask {
  /** Such as `add a comment to pull request 7`. */
  readonly to: string;
  /** Such as `pull-requests: write`. */
  readonly needs: string;
}

/** How a service and its tokens are called, and how it refuses. */
export interface ServiceWords {
  readonly service: string;
  readonly variables: string;
  /** The hint to a permission that lacks. */
  readonly permission: (needs: string) => string;
  /** Reads what the library of the service throws; undefined when it is no answer. */
  readonly refusalOf: (problem: unknown) => Refused | undefined;
  readonly now: () => number;
  /** Masks secrets in what the service says. */
  readonly mask: (text: string) => string;
}

/** Sends a request, and reads the answer by its documented form. Throws `Stop` (DF5060) when there is none. */
export type Asking = <T>(ask: Ask, call: () => Promise<unknown>, form: z.ZodType<T>) => Promise<T>;

/** Longest wait for a limit that docform makes, in seconds: a pipeline costs money while it waits. */
export const longestWait = 60;

/** The asking of a service: it turns all that goes wrong into one sort of `Stop`. */
export function asking(words: ServiceWords): Asking {
  return async (ask, call, form) => {
    const answer = await call().catch((problem: unknown) => {
      throw problem instanceof Stop ? problem : failure(words, ask, problem);
    });
    const { data, error } = form.safeParse(answer);
    if (error === undefined) return data;
    const place = error.issues[0]?.path.join(".") || "the whole answer";
    throw stop(
      "DF5060",
      `${words.service} was asked to ${ask.to}, and its answer has not the documented form: ${place}`,
      {
        hint: "check the address of the API, and whether a proxy answers in its place",
      },
    );
  };
}

/** Undefined when the token may not do something. Throws any other problem. */
export function unlessForbidden(problem: unknown): undefined {
  const cause = problem instanceof Stop ? problem.cause : undefined;
  if (!(cause instanceof Refused && cause.status === 403)) throw problem;
}

/** Whether a request may have been done all the same: its answer was lost, or comes from what stands before the service. */
export function isLost(problem: unknown): boolean {
  const cause = problem instanceof Stop ? problem.cause : undefined;
  if (cause instanceof Refused) return [502, 503, 504].includes(cause.status);
  return cause instanceof TransportError || cause instanceof Unanswered;
}

/** Undefined when the service answers that something is not there, or was deleted. Throws any other problem. */
export function unlessMissing(problem: unknown): undefined {
  const cause = problem instanceof Stop ? problem.cause : undefined;
  if (!(cause instanceof Refused && [404, 410].includes(cause.status))) throw problem;
}

function failure(words: ServiceWords, ask: Ask, problem: unknown): Stop {
  const refused = words.refusalOf(problem);
  if (refused === undefined) return unanswered(words, ask, problem);
  const wait = waitOf(refused, words.now());
  const said = saidOf({ ...refused, message: words.mask(refused.message) });
  const message = `${words.service} refuses to ${ask.to}: ${refused.status}${said}`;
  const stopped = stop("DF5060", message, { hint: hintFor(words, ask, refused, wait) });
  stopped.cause = refused;
  return stopped;
}

function unanswered({ service }: ServiceWords, { to }: Ask, problem: unknown): Stop {
  const cause = unansweredIn(problem);
  if (cause === undefined) throw problem;
  const message = `${service} was asked to ${to}, and gave no usable answer: ${terminalText(cause.message)}`;
  const hint = "check the network and the address of the API, then run again";
  const stopped = stop("DF5060", message, { hint });
  stopped.cause = cause;
  return stopped;
}

/** The libraries wrap what the connection throws. */
function unansweredIn(problem: unknown): Error | undefined {
  if (problem instanceof TransportError || problem instanceof Unanswered) return problem;
  return problem instanceof Error ? unansweredIn(problem.cause) : undefined;
}

/** The message of a service on one short line; a page for browsers has none. */
function saidOf({ status, message, headers }: Pick<Refused, "status" | "message" | "headers">): string {
  if (headers["content-type"]?.includes("html") || /^\s*</.test(message)) return " with an HTML page";
  const text = terminalText(message.trim().replace(new RegExp(`^${status}\\s+`), ""));
  return text === "" ? "" : ` ${beginningOf(text, 300)}`;
}

function hintFor(
  { service, variables, permission }: ServiceWords,
  ask: Ask,
  { status, message }: Refused,
  wait: number | undefined,
): string {
  if (wait !== undefined)
    return `this is a rate limit of ${service}: it asks to wait ${wait} s, and docform waits ${longestWait} s at most; run again later`;
  if (status === 401) return `the token is wrong or has expired; check ${variables}`;
  if (status === 403 && /not permitted to create/.test(message))
    return "the settings of the repository, under Actions, General, allow GitHub Actions to create pull requests";
  if (status === 403 && /\block(?:ed)?\b/i.test(message))
    return "the conversation is locked: unlock it, or let people with write access alone comment there";
  if (status === 403) return permission(ask.needs);
  if (status === 404) return `it is not there, or the token may not see it; ${permission(ask.needs)}`;
  if (status === 410) return "it was deleted, or the repository has this turned off in its settings";
  if (status >= 500) return `${service} fails; run again later`;
  return "the message says what the service does not take";
}

/** Seconds that a limit asks to wait; undefined when the answer is about no limit. */
export function waitOf({ status, headers, message }: Refused, now: number): number | undefined {
  const isLimit =
    status === 429 ||
    (status === 403 && (headers["x-ratelimit-remaining"] === "0" || /rate limit/i.test(message)));
  if (!isLimit) return undefined;
  const reset = Number(headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"]);
  const seconds = Number(
    headers["retry-after"] ?? (Number.isFinite(reset) ? reset - now / 1000 : longestWait),
  );
  return Math.max(0, Math.ceil(Number.isFinite(seconds) ? seconds : longestWait));
}
