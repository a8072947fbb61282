import type { Method, Operation } from "../contract/operation.ts";
import { type Diagnostic, error as diagnosticError } from "../model/diagnostic.ts";
import type { DiagnosticCode } from "../model/diagnostic-codes.ts";

/**
 * The kind of a failure. `refused`: another 4xx, or a request that this client does not send. `fault`: 5xx.
 * `incomplete`: a list that could not be read whole. `unreachable`: certainly not sent. `lost`: perhaps done, as
 * the answer did not come, or is empty or cut short.
 * `requested`: people are asked to do it.
 * `stopped`: not sent, or a read that ended, since the deadline has passed or the next request would be too late.
 */
export type ApiErrorKind =
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "refused"
  | "rate-limited"
  | "fault"
  | "not-json"
  | "wrong-shape"
  | "incomplete"
  | "unreachable"
  | "lost"
  | "requested"
  | "stopped";

/** The facts about a failed call, apart from its operation. */
export interface ApiFailure {
  readonly kind: ApiErrorKind;
  /**
   * The message of the platform or of the connection; never the token. It is foreign text: renderers
   * neutralise it.
   */
  readonly reason: string;
  /** Filled path below `/v1`. */
  readonly path: string;
  readonly status?: number;
  /** The wait that the platform asked for, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The answer did not come in the time that it had. */
  readonly timedOut?: boolean;
  /** An earlier attempt of the same call may have been done. */
  readonly wasLost?: boolean;
  /** An earlier attempt of the same call was answered with the status of a success. */
  readonly wasCalledDone?: boolean;
}

/** The one error of the client: which call failed, and how (A1, A2). */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly operation: string;
  readonly method: Method;
  readonly path: string;
  readonly status: number | undefined;
  /** The platform's own message, at most 500 characters. */
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
  readonly timedOut: boolean;
  readonly #wasLost: boolean;
  readonly #wasCalledDone: boolean;

  constructor(operation: Operation, failure: ApiFailure) {
    const status = failure.status === undefined ? "" : `${failure.status} `;
    super(
      `${operation.name} failed: ${status}${withoutStop(failure.reason)} (${operation.method} ${failure.path})`,
    );
    this.name = "ApiError";
    this.kind = failure.kind;
    this.operation = operation.name;
    this.method = operation.method;
    this.path = failure.path;
    this.status = failure.status;
    this.reason = failure.reason;
    this.retryAfterMs = failure.retryAfterMs;
    this.timedOut = failure.timedOut ?? false;
    this.#wasLost = failure.wasLost ?? false;
    this.#wasCalledDone = failure.wasCalledDone ?? false;
  }

  /**
   * Whether the platform may have carried out the call, so that only reading can tell (A10). A fault counts,
   * as it may follow the change. A success status with a wrong body counts too. So does any failure after a
   * lost attempt: the refusal may only mean that the first attempt was carried out.
   */
  get inDoubt(): boolean {
    if (this.method === "GET") return false;
    if (this.#wasLost) return true;
    if (this.kind === "lost" || this.kind === "fault" || this.kind === "wrong-shape") return true;
    return this.kind === "not-json" && isSuccess(this.status);
  }

  /** Was an attempt to change something answered with the status of a success, in an answer that is not the API's? */
  get isCalledDone(): boolean {
    return this.inDoubt && (this.#wasCalledDone || isSuccess(this.status));
  }
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

interface Advice {
  readonly code: DiagnosticCode;
  readonly what: string;
  readonly hint: string;
}

const checkBaseUrl =
  "A proxy or a login page answers instead of the API, most often. Check that baseUrl is the address of the API, without /v1.";

const advice: Readonly<Record<ApiErrorKind, Advice>> = {
  unauthorized: {
    code: "DF4002",
    what: "the platform does not accept the token",
    hint: "Check DOCFORM_TOKEN (in docform ci plan and docform ci drift DOCFORM_READ_TOKEN), or the file of --token-file, and that the token belongs to this platform.",
  },
  forbidden: {
    code: "DF4003",
    what: "the token has no right to do this",
    hint: "Use a token that may do it, or ask an admin of the organization: its plan of the platform may lack this.",
  },
  "not-found": {
    code: "DF4006",
    what: "the platform does not know what was asked for",
    hint: "Check the ids in the path, and that the platform speaks platform.api; the token may also be unable to see it.",
  },
  refused: {
    code: "DF4006",
    what: "the call was refused",
    hint: "Change what the message names, then run again.",
  },
  "rate-limited": {
    code: "DF4006",
    what: "the platform limits the rate of calls",
    hint: "Run again later, or with a lower --concurrency.",
  },
  fault: {
    code: "DF4006",
    what: "the platform failed",
    hint: "Such faults pass: run again. When it stays, tell those who run the platform.",
  },
  "not-json": { code: "DF4005", what: "the answer is not JSON", hint: checkBaseUrl },
  "wrong-shape": { code: "DF4005", what: "the answer is not what the API promises", hint: checkBaseUrl },
  incomplete: {
    code: "DF3005",
    what: "the list could not be read whole",
    hint: "Run again: the list may have changed while it was read.",
  },
  unreachable: {
    code: "DF4004",
    what: "no connection to the platform",
    hint: "Check platform.baseUrl (or DOCFORM_BASE_URL), the network, and HTTPS_PROXY where a proxy is needed.",
  },
  lost: {
    code: "DF4004",
    what: "the connection broke before the answer was there",
    hint: "Check the network, then run again.",
  },
  requested: {
    code: "DF4006",
    what: "nothing is done yet",
    hint: "Ask the administrators of the organization: they decide.",
  },
  stopped: {
    code: "DF4008",
    what: "nothing more is sent",
    hint: "Run again, with a later --deadline where one has passed: what is done already is found then.",
  },
};

const late: Advice = {
  code: "DF4004",
  what: "the platform did not answer in time",
  hint: "Give it longer with --timeout, such as --timeout 2m, or look why it is slow; then run again.",
};

const cutShort: Advice = {
  code: "DF4004",
  what: "the answer did not come whole",
  hint: `Check the network, then run again. ${checkBaseUrl}`,
};

/** The advice for a call that may have been carried out. A read changed nothing, so it needs none. */
function adviceFor({ kind, timedOut, method, status }: ApiError): Advice {
  const known = timedOut ? late : kind === "lost" && status !== undefined ? cutShort : advice[kind];
  if (kind !== "lost" || method === "GET") return known;
  return { ...known, hint: `${known.hint} docform reads first what was done.` };
}

/** The diagnostic of a failed call: the event, the operation and the next step. */
export function toDiagnostic(error: ApiError): Diagnostic {
  const { code, what, hint } = adviceFor(error);
  const status = error.status === undefined ? "" : `${error.status} `;
  const where = `${error.operation}: ${error.method} ${error.path}`;
  return diagnosticError(code, `${what}: ${status}${withoutStop(error.reason)} (${where})`, {
    hint,
  });
}

/** The reason becomes part of a sentence, so its full stop is removed. */
function withoutStop(text: string): string {
  return text.endsWith(".") ? text.slice(0, -1) : text;
}
