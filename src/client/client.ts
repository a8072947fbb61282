import { setMaxListeners } from "node:events";
import { mutates, type Operation, type Page } from "../contract/operation.ts";
import { type OperationName, operationsIn } from "../contract/operations.ts";
import { DiagnosticError, error } from "../model/diagnostic.ts";
import type { Json } from "../text/json.ts";
import { createRedactor } from "../text/redaction.ts";
import { createCallLock } from "./call-lock.ts";
import type {
  Answer,
  CallArgs,
  Item,
  ListArgs,
  ListOperationName,
  ReadOperationName,
  Rest,
} from "./call-types.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createDeadline, createPace, type Pace } from "./pace.ts";
import { type ListInput, type ReadList, readPages, readWhole, type WholeList } from "./paging.ts";
import { createSend, type Send, type SendArgs, type Wire } from "./send.ts";
import type { Transport } from "./transport.ts";
import { apiRoot } from "./url.ts";
import { concurrencyOf } from "./window.ts";

/** Operations by name. */
type Operations = Readonly<Record<string, Operation>>;

/** The parts that a client needs. */
export interface ClientOptions {
  /** Address of the platform without `/v1`. */
  readonly baseUrl: string;
  readonly token: string;
  /** Masks secrets other than the token in what an error quotes. An error is cut, so it must be masked before. */
  readonly mask?: (text: string) => string;
  /** Lets an http address be that is not of this machine: others on the way can read the token. */
  readonly insecureHttp?: boolean;
  /** The operations of the edition that the platform speaks; those of the reference, when left out. */
  readonly operations?: Operations;
  readonly transport: Transport;
  readonly userAgent: string;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Most requests in flight. Without it eight writes, and more reads while the platform answers as fast. */
  readonly concurrency?: number;
  /** The pace that clients of one platform and token share; its own when left out. */
  readonly pace?: Pace;
  /** Interrupts every call: nothing more is sent, and pending answers count as lost. */
  readonly signal?: AbortSignal;
  /**
   * The deadline in milliseconds since 1970. No request is sent after it. Reads end then; other requests have one timeout
   * more.
   */
  readonly deadline?: number;
}

/** The operations that both clients share. Every failed call is an `ApiError`. */
interface Reading {
  /** The operations by name, as the platform takes them. */
  readonly operations: Operations;
  /** Requests sent so far, repeats included. */
  readonly requests: number;
  /** Why nothing more is sent, such as a deadline that has passed. Later calls fail at once as `stopped`. */
  readonly stopped: string | undefined;
  /** Reads the pages of a list one after the other; fails as `incomplete` when cursors do not lead on (A6). */
  pages<N extends ListOperationName>(name: N, ...args: Rest<ListArgs<N>>): AsyncIterable<Page<Item<N>>>;
  /** Reads a list whole, or fails as `incomplete`. */
  all<N extends ListOperationName>(name: N, ...args: Rest<ListArgs<N>>): Promise<readonly Item<N>[]>;
  /** `all` for a list that is known only as data. */
  sendAll(operation: Operation, input: ListInput): Promise<readonly Json[]>;
  /** Like `sendAll`, with the other fields of the list's first page. */
  sendWhole(operation: Operation, input: ListInput): Promise<WholeList>;
  /** `call` for an operation that is known only as data: the answer, undefined when it is empty. */
  send(operation: Operation, args: SendArgs): Promise<Json | undefined>;
}

/** The client of commands that only look: it cannot send an operation that changes anything. */
export interface ReadClient extends Reading {
  readonly mode: "read";
  call<N extends ReadOperationName>(name: N, ...args: Rest<CallArgs<N>>): Promise<Answer<N>>;
}

/** The client of the API, typed by the contract. */
export interface Client extends Reading {
  readonly mode: "write";
  /**
   * The time, by the monotonic clock, of the last lost answer whose call was repeated. The first request may still
   * arrive for a while.
   */
  readonly lostAt: number | undefined;
  /** Calls one operation. The answer keeps fields that the contract does not know. */
  call<N extends OperationName>(name: N, ...args: Rest<CallArgs<N>>): Promise<Answer<N>>;
}

/** Thrown when a read-only client is asked to change something: a fault of the program, not of its user. */
export class ReadOnlyError extends Error {
  constructor(operation: Operation) {
    super(`${operation.name} changes the platform, and this client only reads`);
    this.name = "ReadOnlyError";
  }
}

/** A client for one platform and token. Fails with a `DiagnosticError` when either cannot be used. */
export function createClient(options: ClientOptions): Client {
  let requests = 0;
  let lostAt: number | undefined;
  const wire = wireOf(options, {
    onRequest: () => {
      requests += 1;
    },
    onResend: (at) => {
      lostAt = at;
    },
  });
  const { operations = operationsIn("reference") } = options;
  const { changing, withoutChanges } = createCallLock();
  const sendAny = createSend(wire);
  const send: Send = (operation, args) =>
    mutates(operation) ? changing(() => sendAny(operation, args)) : sendAny(operation, args);
  return {
    mode: "write",
    get requests() {
      return requests;
    },
    get stopped() {
      return wire.deadline.isOver() ? wire.deadline.why() : undefined;
    },
    get lostAt() {
      return lostAt;
    },
    ...sendingWith(operations, send, (operation, input) => readWhole(send, withoutChanges, operation, input)),
  };
}

function wireOf(options: ClientOptions, listening: Pick<Wire, "onRequest" | "onResend">): Wire {
  const { clock = systemClock, random = Math.random, signal } = options;
  const { deadline: end } = options;
  const concurrency = concurrencyOf(options.concurrency);
  const deadline = createDeadline(clock, end === undefined ? end : clock.monotonic() + end - clock.now());
  const { redact } = createRedactor([options.token]);
  // Every request in flight listens to it: Node would warn of a leak from the eleventh on.
  if (signal !== undefined) setMaxListeners(0, signal);
  return {
    root: apiRoot(options.baseUrl, options.insecureHttp),
    token: checkedToken(options.token),
    mask: (text) => redact((options.mask ?? String)(text)),
    userAgent: options.userAgent,
    transport: options.transport,
    clock,
    random,
    signal,
    deadline,
    pace: options.pace ?? createPace({ concurrency, clock, deadline, signal }),
    ...listening,
  };
}

/** The same client without its power to change anything: no such type of call, and a refusal at run time. */
export function readOnly(client: Client): ReadClient {
  const checked = (operation: Operation): Operation => {
    if (mutates(operation)) throw new ReadOnlyError(operation);
    return operation;
  };
  return {
    mode: "read",
    get requests() {
      return client.requests;
    },
    get stopped() {
      return client.stopped;
    },
    ...sendingWith(
      client.operations,
      async (operation, args) => client.send(checked(operation), args),
      async (operation, input) => client.sendWhole(checked(operation), input),
    ),
  };
}

/** The typed calls over an untyped send. The answers were held against the contract, so the types are true. */
function sendingWith(operations: Operations, send: Send, readList: ReadList) {
  const argsOf = <T extends object>([args]: readonly [T?]): SendArgs => args ?? {};
  const named = (name: string): Operation => {
    const operation = operations[name];
    if (operation === undefined) throw new Error(`the platform has no operation ${name}`);
    return operation;
  };
  return {
    operations,
    send,
    sendAll: async (operation: Operation, input: ListInput) => (await readList(operation, input)).items,
    sendWhole: readList,
    call: async <N extends OperationName>(name: N, ...args: Rest<CallArgs<N>>) =>
      (await send(named(name), argsOf(args))) as Answer<N>,
    pages: <N extends ListOperationName>(name: N, ...args: Rest<ListArgs<N>>) =>
      readPages(send, named(name), argsOf(args)) as AsyncIterable<unknown> as AsyncIterable<Page<Item<N>>>,
    all: async <N extends ListOperationName>(name: N, ...args: Rest<ListArgs<N>>) =>
      (await readList(named(name), argsOf(args))).items as readonly unknown[] as readonly Item<N>[],
  };
}

/**
 * The token, checked for blanks and line breaks: undici would refuse such a header without a reason.
 */
function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const problem = token === "" ? "is empty" : "holds a blank, a line break or another character no token has";
  throw new DiagnosticError([
    error("DF4001", `the token ${problem}`, {
      hint: "Check DOCFORM_TOKEN, or the file that --token-file names.",
    }),
  ]);
}
