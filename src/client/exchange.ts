import type { Operation, Retry } from "../contract/operation.ts";
import type { Json } from "../core/json.ts";
import { readAnswer } from "./answer.ts";
import type { Clock } from "./clock.ts";
import { ApiError, type ApiErrorKind, type ApiFailure } from "./errors.ts";
import type { Pacing } from "./pacing.ts";
import { shorten } from "./platform-message.ts";
import { redact } from "./redaction.ts";
import { backoff, mayRepeat } from "./retry.ts";
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
  readonly signal: AbortSignal | undefined;
  /** Is told of every request that goes out, repeats included. */
  readonly onRequest: () => void;
}

const interrupted = "interrupted before it was sent";

type Fail = (failure: Omit<ApiFailure, "path">) => ApiError;

const kindOfFailure: Readonly<Record<TransportFailure, ApiErrorKind>> = {
  "not-sent": "unreachable",
  lost: "lost",
  "too-large": "wrong-shape",
};

/** The sending of operations over a wire. */
export function createSend(wire: Wire): Send {
  return async (operation, args) => {
    const filled = fillPath(operation, args.params ?? {});
    const fail = failureOf(operation, "path" in filled ? filled.path : operation.path, wire.token);
    if ("problem" in filled) throw fail({ kind: "refused", reason: filled.problem });
    const request = buildRequest(wire, operation, filled.path, args);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await wire.pacing.run(attempt > 1, () => attemptOnce(wire, operation, request, fail));
      } catch (cause) {
        await waitOrFail(wire, operation.retry, asApiError(cause, wire, fail), attempt);
      }
    }
  };
}

async function attemptOnce(wire: Wire, operation: Operation, request: HttpRequest, fail: Fail) {
  if (wire.signal?.aborted) throw fail({ kind: "unreachable", reason: interrupted });
  wire.onRequest();
  const response = await wire.transport(request);
  const reading = readAnswer(operation, response, wire.clock.now());
  if (!reading.ok) throw fail(reading.failure);
  wire.pacing.succeeded();
  return reading.value;
}

/** Waits for the next attempt, or fails when there is none. */
async function waitOrFail(wire: Wire, retry: Retry, failure: ApiError, attempt: number): Promise<void> {
  const wait = Math.max(failure.retryAfterMs ?? 0, backoff(attempt, wire.random));
  const limited = failure.kind === "rate-limited";
  // A limit is that of the token, not of one call: it holds back the whole client, even when this call gives up.
  if (limited) wire.pacing.pause(wait);
  if (!mayRepeat(retry, failure.kind, attempt) || wire.signal?.aborted) throw failure;
  if (limited) return;
  await wire.clock.sleep(wait, wire.signal).catch(() => {
    throw failure;
  });
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

/** Makes errors of one call; whatever they quote goes through the redaction. */
function failureOf(operation: Operation, path: string, token: string): Fail {
  return (failure) =>
    new ApiError(operation, {
      ...failure,
      reason: shorten(redact(failure.reason, [token])),
      path: redact(path, [token]),
    });
}

/** Anything else than a failed call is a fault of this program and goes on as it is. */
function asApiError(cause: unknown, wire: Wire, fail: Fail): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof TransportError)
    return fail({ kind: kindOfFailure[cause.failure], reason: cause.message });
  if (wire.signal?.aborted) return fail({ kind: "unreachable", reason: interrupted });
  throw cause;
}
