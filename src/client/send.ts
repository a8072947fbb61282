import { mutates, type Operation, pathParameters } from "../contract/operation.ts";
import type { Json } from "../text/json.ts";
import { readAnswer, shorten } from "./answer.ts";
import type { Clock } from "./clock.ts";
import { ApiError, type ApiErrorKind, type ApiFailure } from "./errors.ts";
import { type Deadline, type Pace, Stopped } from "./pace.ts";
import { backoff, mayRepeat, requestsLeft, timeOfAnswer } from "./retry.ts";
import { type HttpRequest, type Transport, TransportError, type TransportFailure } from "./transport.ts";
import { fillPath, type Params, type Query, queryText } from "./url.ts";

/** The arguments of an operation. */
export interface SendArgs {
  readonly params?: Params;
  readonly query?: Query;
  /** The body as JSON. */
  readonly body?: unknown;
  /** The answer keeps the secrets of the operation: somebody asked to see them. */
  readonly showsSecrets?: boolean;
  /** Once it aborts, the call is sent no more; what is under way may end. */
  readonly ending?: AbortSignal;
}

/** Sends an operation, with repeats where it allows them, and reads its answer. Fails with an `ApiError`. */
export type Send = (operation: Operation, args: SendArgs) => Promise<Json | undefined>;

/** The parts that sending needs. */
export interface Wire {
  /** Address of the API with `/v1`. */
  readonly root: string;
  readonly token: string;
  /** Masks the token and other secrets. */
  readonly mask: (text: string) => string;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly pace: Pace;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
  /** Is told of every request that goes out, repeats included. */
  readonly onRequest: () => void;
  /** Is told of a call that goes out again though it may have been done, and when its answer was lost: it may come twice. */
  readonly onResend: (lostAt: number) => void;
}

/** One call and the outcomes of its attempts. */
interface Call {
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly path: string;
  readonly showsSecrets: boolean | undefined;
  /** Failures other than limits. */
  failed: number;
  /** Refusals by a limit (429). */
  limited: number;
  /** An attempt may have been done. */
  wasLost: boolean;
  /** An attempt was answered as a success, in an answer that is not the API's. */
  wasCalledDone: boolean;
  /** The failure of the last attempt. */
  last: ApiError | undefined;
}

const kindOfFailure: Readonly<Record<TransportFailure, ApiErrorKind>> = {
  "not-sent": "unreachable",
  lost: "lost",
  "too-large": "wrong-shape",
};

/** The sending of operations over a wire, with repeats where an operation allows them. */
export function createSend(wire: Wire): Send {
  return async (operation, args) => {
    const call = prepareCall(wire, operation, args);
    for (;;) {
      try {
        return await sendOnce(wire, call);
      } catch (cause) {
        if (!(cause instanceof ApiError) || cause === call.last) throw cause;
        if (isDeletedByLostAttempt(operation, cause, call)) return undefined;
        note(call, cause);
        const lostAt = wire.clock.monotonic();
        await waitOrFail(wire, call, cause);
        if (cause.inDoubt) wire.onResend(lostAt);
      }
    }
  };
}

/** A call that can be sent. Fails when its parameters do not make a path. */
function prepareCall(wire: Wire, operation: Operation, args: SendArgs): Call {
  const filled = fillPath(operation, args.params ?? {});
  const path = "path" in filled ? filled.path : operation.path;
  const request = buildRequest(wire, operation, path, args);
  const attempts = { failed: 0, limited: 0, wasLost: false, wasCalledDone: false, last: undefined };
  const call: Call = { operation, request, path, showsSecrets: args.showsSecrets, ...attempts };
  if ("problem" in filled) throw errorOf(wire, call, { kind: "refused", reason: filled.problem });
  return call;
}

function buildRequest(wire: Wire, operation: Operation, path: string, args: SendArgs): HttpRequest {
  // An operation with optional body fields still needs a JSON body.
  const body = args.body ?? (operation.body === undefined ? undefined : {});
  return {
    method: operation.method,
    operation: operation.name,
    url: wire.root + path + queryText(args.query ?? {}),
    headers: {
      authorization: `Bearer ${wire.token}`,
      accept: "application/json",
      "user-agent": wire.userAgent,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(wire.signal === undefined ? {} : { signal: wire.signal }),
    ...(args.ending === undefined ? {} : { ending: args.ending }),
  };
}

/** Sends a call once, when the pace lets it, and reads its answer. Fails with an `ApiError`. */
async function sendOnce(wire: Wire, call: Call): Promise<Json | undefined> {
  try {
    const paced = { isRepeated: call.last !== undefined, isWrite: mutates(call.operation) };
    return await wire.pace.run(paced, (ticket) => exchange(wire, call, ticket));
  } catch (cause) {
    if (cause instanceof Stopped) throw unsent(wire, call, cause);
    throw cause;
  }
}

async function exchange(wire: Wire, call: Call, ticket: number): Promise<Json | undefined> {
  if (call.request.ending?.aborted) throw new Stopped("it was interrupted");
  wire.onRequest();
  const sentAt = wire.clock.monotonic();
  const untilDeadline = wire.deadline.left();
  const attempt = call.failed + call.limited + 1;
  const request = { ...call.request, attempt, ...(untilDeadline === undefined ? {} : { untilDeadline }) };
  const response = await wire.transport(request).catch((cause: unknown) => {
    throw asApiError(wire, call, cause);
  });
  const now = timeOfAnswer(response.headers, wire.clock.now());
  wire.pace.remaining(requestsLeft(response.headers, now));
  const reading = readAnswer(call.operation, response, now, call.showsSecrets);
  if (reading.ok) {
    wire.pace.succeeded(wire.clock.monotonic() - sentAt);
    return reading.value;
  }
  // The rate limit belongs to the token, so all calls of the client wait, even when this one gives up.
  if (reading.failure.kind === "rate-limited") {
    const wait = Math.max(reading.failure.retryAfterMs ?? 0, backoff(call.limited + 1, wire.random));
    wire.pace.throttled(ticket, wait);
  }
  throw errorOf(wire, call, reading.failure);
}

/**
 * Whether a 404 proves that an earlier, lost attempt deleted the object. A delete inside another object stays
 * in doubt: perhaps the outer object is gone, and that gives a 404 too (A3).
 */
function isDeletedByLostAttempt(operation: Operation, { kind }: ApiError, { wasLost }: Call): boolean {
  return wasLost && operation.method === "DELETE" && kind === "not-found" && !isInside(operation);
}

/** Whether the path names an outer object in addition to the organization. */
function isInside(operation: Operation): boolean {
  return pathParameters(operation).filter((name) => name !== "organizationId").length > 1;
}

function note(call: Call, failure: ApiError): void {
  if (failure.kind === "rate-limited") call.limited += 1;
  else call.failed += 1;
  call.wasLost ||= failure.inDoubt;
  call.wasCalledDone ||= failure.isCalledDone;
  call.last = failure;
}

/** Waits for the next attempt, or fails when there is none. After a limit, the pace makes all calls wait. */
async function waitOrFail(wire: Wire, call: Call, failure: ApiError): Promise<void> {
  const { clock, deadline, signal } = wire;
  const isOver = signal?.aborted || call.request.ending?.aborted;
  if (!mayRepeat(call.operation.retry, failure.kind, call) || isOver) throw failure;
  const isLimited = failure.kind === "rate-limited";
  const wait = isLimited ? 0 : Math.max(failure.retryAfterMs ?? 0, backoff(call.failed, wire.random));
  if (!deadline.allows(clock.monotonic() + wait)) throw failure;
  if (isLimited) return;
  await clock.sleep(wait, signal).catch(() => {
    throw failure;
  });
}

/** The error of a call, without secrets in whatever it quotes: masked, and cut only then. */
function errorOf({ mask }: Wire, call: Call, failure: Omit<ApiFailure, "path">): ApiError {
  return new ApiError(call.operation, {
    ...failure,
    wasLost: call.wasLost,
    wasCalledDone: call.wasCalledDone,
    reason: shorten(mask(failure.reason)),
    path: mask(call.path),
  });
}

/**
 * The failure of a call that was not sent. After an earlier attempt, the failure of that attempt is more
 * useful.
 */
function unsent(wire: Wire, call: Call, cause: Stopped): ApiError {
  return call.last ?? errorOf(wire, call, { kind: "stopped", reason: cause.message });
}

/** Anything else than a failed request is a fault of this program and goes on as it is. */
function asApiError(wire: Wire, call: Call, cause: unknown): ApiError {
  if (!(cause instanceof TransportError)) throw cause;
  const { failure, message, timedOut } = cause;
  // It changed nothing, so it is as if it had not been sent.
  if (timedOut && call.operation.method === "GET" && wire.deadline.isOver())
    return errorOf(wire, call, { kind: "stopped", reason: wire.deadline.why() });
  return errorOf(wire, call, { kind: kindOfFailure[failure], reason: message, timedOut });
}
