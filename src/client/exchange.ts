import type { Operation } from "../contract/operation.ts";
import type { Json } from "../text/json.ts";
import { readAnswer } from "./answer.ts";
import type { Budget } from "./budget.ts";
import type { Circuit } from "./circuit.ts";
import type { Clock } from "./clock.ts";
import { ApiError, type ApiErrorKind, type ApiFailure } from "./errors.ts";
import type { Pacing } from "./pacing.ts";
import { shorten } from "./platform-message.ts";
import { redact } from "./redaction.ts";
import { backoff } from "./retry.ts";
import type { Stillness } from "./stillness.ts";
import { Stopped, type Stopper } from "./stop.ts";
import { type HttpRequest, type Transport, TransportError, type TransportFailure } from "./transport.ts";
import { fillPath, type Params, type Query, queryText } from "./url.ts";

/** What an operation is sent with. */
export interface SendArgs {
  readonly params?: Params;
  readonly query?: Query;
  /** The body as JSON. */
  readonly body?: unknown;
}

/** Sends an operation, with repeats where it allows them, and reads its answer. Fails with an `ApiError`. */
export type Send = (operation: Operation, args: SendArgs) => Promise<Json | undefined>;

/** What a client sends with. */
export interface Wire {
  /** Address of the API with `/v1`. */
  readonly root: string;
  readonly token: string;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly pacing: Pacing;
  readonly budget: Budget;
  readonly circuit: Circuit;
  readonly stopper: Stopper;
  readonly stillness: Stillness;
  readonly signal: AbortSignal | undefined;
  /** Is told of every request that goes out, repeats included. */
  readonly onRequest: () => void;
  /** Is told of what goes out again though it may have been done, and when its answer was lost: it may come twice. */
  readonly onResend: (lostAt: number) => void;
}

/** One call, with what became of its attempts so far. */
export interface Call {
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly path: string;
  /** Failures other than limits. */
  failed: number;
  /** Refusals by a limit (429). */
  limited: number;
  /** An attempt may have been done. */
  wasLost: boolean;
  /** An attempt was answered as a success, in an answer that is not the API's. */
  wasCalledDone: boolean;
  /** How the last attempt failed. */
  last: ApiError | undefined;
}

const interrupted = "interrupted before it was sent";

const kindOfFailure: Readonly<Record<TransportFailure, ApiErrorKind>> = {
  "not-sent": "unreachable",
  lost: "lost",
  "too-large": "wrong-shape",
};

/** A call that can be sent. Fails when its parameters do not make a path. */
export function prepareCall(wire: Wire, operation: Operation, args: SendArgs): Call {
  const filled = fillPath(operation, args.params ?? {});
  const path = "path" in filled ? filled.path : operation.path;
  const request = buildRequest(wire, operation, path, args);
  const attempts = { failed: 0, limited: 0, wasLost: false, wasCalledDone: false, last: undefined };
  const call: Call = { operation, request, path, ...attempts };
  if ("problem" in filled) throw errorOf(wire, call, { kind: "refused", reason: filled.problem });
  return call;
}

/** Sends a call once, when the pacing lets it, and reads its answer. Fails with an `ApiError`. */
export async function sendOnce(wire: Wire, call: Call): Promise<Json | undefined> {
  try {
    return await wire.pacing.run(call.last !== undefined, (ticket) => exchange(wire, call, ticket));
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw unsent(wire, call, cause);
  }
}

async function exchange(wire: Wire, call: Call, ticket: number): Promise<Json | undefined> {
  wire.onRequest();
  const response = await wire.transport(call.request).catch((cause: unknown) => {
    const failure = asApiError(wire, call, cause);
    if (failure.kind !== "wrong-shape") noteTrouble(wire, call, ticket);
    throw failure;
  });
  wire.pacing.told(response.headers);
  const reading = readAnswer(call.operation, response, wire.clock.now());
  const kind = reading.ok ? undefined : reading.failure.kind;
  if (kind === "fault") noteTrouble(wire, call, ticket);
  else wire.circuit.answered();
  if (reading.ok) {
    wire.pacing.succeeded();
    return reading.value;
  }
  // A limit is that of the token, not of one call: it holds back the whole client, even when this call gives up.
  if (kind === "rate-limited") {
    const wait = Math.max(reading.failure.retryAfterMs ?? 0, backoff(call.limited + 1, wire.random));
    wire.pacing.throttled(ticket, wait);
  }
  throw errorOf(wire, call, reading.failure);
}

/** One more request got no answer, or a fault: perhaps nothing gets through any more. */
function noteTrouble({ circuit, pacing, stopper, signal }: Wire, call: Call, ticket: number): void {
  if (signal?.aborted) return;
  const trouble = circuit.failed(call, ticket, pacing.latest());
  if (trouble === "open") stopper.stop("outage");
  else if (trouble !== undefined) pacing.pause(trouble.pause);
}

function buildRequest(wire: Wire, operation: Operation, path: string, args: SendArgs): HttpRequest {
  // Where a body is known but none of its fields is wanted, an empty object still is JSON.
  const body = args.body ?? (operation.body === undefined ? undefined : {});
  return {
    method: operation.method,
    url: wire.root + path + queryText(args.query ?? {}),
    headers: {
      authorization: `Bearer ${wire.token}`,
      accept: "application/json",
      "user-agent": wire.userAgent,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(wire.signal === undefined ? {} : { signal: wire.signal }),
  };
}

/** The error of a call; whatever it quotes goes through the redaction. */
function errorOf({ token }: Wire, call: Call, failure: Omit<ApiFailure, "path">): ApiError {
  return new ApiError(call.operation, {
    ...failure,
    wasLost: call.wasLost,
    wasCalledDone: call.wasCalledDone,
    reason: shorten(redact(failure.reason, [token])),
    path: redact(call.path, [token]),
  });
}

/** Why a call was not sent. Of one that was sent before, that attempt tells more. A fault of this program is neither. */
function unsent(wire: Wire, call: Call, cause: unknown): unknown {
  if (!(cause instanceof Stopped)) return cause;
  if (call.last !== undefined) return call.last;
  if (wire.signal?.aborted) return errorOf(wire, call, { kind: "unreachable", reason: interrupted });
  return errorOf(wire, call, { kind: "stopped", reason: cause.message });
}

/** Anything else than a failed request is a fault of this program and goes on as it is. */
function asApiError(wire: Wire, call: Call, cause: unknown): ApiError {
  if (!(cause instanceof TransportError)) throw cause;
  const { failure, message, timedOut } = cause;
  return errorOf(wire, call, { kind: kindOfFailure[failure], reason: message, timedOut });
}
