import type { Edition } from "../contract/edition.ts";
import { mutates, type Operation } from "../contract/operation.ts";
import { operationsIn } from "../contract/operations.ts";
import { Answer, upsert } from "./calls/call.ts";
import { type Found, resolve } from "./calls/lookups.ts";
import { cutPage } from "./calls/paging.ts";
import { recordChange } from "./gitbook/audit-events.ts";
import { completed } from "./gitbook/completed.ts";
import { handlersIn } from "./handlers.ts";
import type { ApiAnswer, ApiRequest } from "./http/raw.ts";
import { parseInput, Refusal } from "./http/refusal.ts";
import { createRouter, type Route } from "./http/router.ts";
import { authenticate, checkRights } from "./resources/access.ts";
import type { Listing } from "./resources/caller.ts";
import type { State } from "./store/state.ts";

/** The surroundings of a request. */
export interface Context {
  /** Time of the call, ISO 8601; asked for only where an answer depends on it. */
  readonly now: () => string;
  /** Address of the platform without `/v1`, for links to itself. */
  readonly baseUrl: string;
  /** The edition of the API that it speaks. */
  readonly edition: Edition;
  /** Looks at each answer of an operation, and its request; tests throw when it breaks the contract. */
  readonly checkAnswer?: ((operation: Operation, answer: ApiAnswer, request: ApiRequest) => void) | undefined;
}

const routers: Readonly<Record<Edition, ReturnType<typeof createRouter>>> = {
  reference: createRouter(Object.values(operationsIn("reference"))),
  gitbook: createRouter(Object.values(operationsIn("gitbook"))),
};

/** The operation of a request; undefined where the edition has none. */
export function operationAt(
  method: string,
  path: string,
  edition: Edition = "reference",
): Operation | undefined {
  try {
    return routers[edition](method, path).operation;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Does one request: the answer, and the state changed in place when it succeeds (A2 for the order of checks). */
export function handle(state: State, request: ApiRequest, context: Context): ApiAnswer {
  let operation: Operation | undefined;
  let answer: ApiAnswer;
  try {
    const found = routers[context.edition](request.method, request.path);
    operation = found.operation;
    answer = run(state, request, context, found);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = refuse(error);
  }
  if (operation === undefined) return answer;
  context.checkAnswer?.(operation, answer, request);
  return { ...answer, operation };
}

/** The answer to a refused request (A1). */
export function refuse({ status, message, headers }: Refusal): ApiAnswer {
  return { status, headers: { ...headers }, body: { error: { code: status, message } } };
}

function run(state: State, request: ApiRequest, context: Context, { operation, params }: Route): ApiAnswer {
  const token = authenticate(state, request.headers.authorization);
  // A getter: an answer that uses the time is not cached, all others can be.
  const caller = {
    state,
    token,
    baseUrl: context.baseUrl,
    get now() {
      return context.now();
    },
  };
  const deletes = operation.method === "DELETE";
  const found = resolve(caller, params, deletes || operation.name === upsert);
  checkRights(token, operation);
  const query = operation.query && parseInput(operation.query, request.query ?? {}, "query");
  const body = bodyOf(operation, request);
  if (deletes && Object.keys(found).length < Object.keys(params).length) return { status: 204, headers: {} };
  const handler = handlersIn(context.edition)[operation.name];
  if (handler === undefined) throw new Error(`no handler of ${operation.name}`);
  const reply = handler(Object.assign(caller, { found: byWhat(found), params, query, body }));
  const answer = finish(operation, reply, request.path, query ?? {});
  if (context.edition === "reference") return answer;
  recordChange({ operation, found: byWhat(found), caller, answer: answer.body });
  return { ...answer, body: completed(answer.body, token.rights === "admin") };
}

/** A body is needed only where the operation takes one; leaving it out is sending an empty one. */
function bodyOf(operation: Operation, request: ApiRequest): unknown {
  if (operation.body === undefined) return undefined;
  if (request.bodyFault !== undefined) throw request.bodyFault;
  return parseInput(operation.body, request.body === undefined ? {} : request.body, "body");
}

function finish(operation: Operation, reply: unknown, list: string, query: object): ApiAnswer {
  if ("list" in operation)
    return { status: 200, headers: {}, body: cutPage(reply as Listing<unknown>, list, query) };
  const { status, body } = reply instanceof Answer ? reply : new Answer(usualStatus(operation), reply);
  return body === undefined ? { status, headers: {} } : { status, headers: {}, body };
}

/** The status of an operation that was done: 205 for a delete (A3), otherwise the first that the contract has. */
function usualStatus({ answers = {} }: Operation): number {
  return 205 in answers ? 205 : Number(Object.keys(answers)[0]);
}

function byWhat(found: Partial<Found>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [parameter, value] of Object.entries(found)) named[whatOf(parameter)] = value;
  return named;
}

const whats = new Map<string, string>();

/** The object name of a path parameter: `teamId` is `team`. Results are cached. */
function whatOf(parameter: string): string {
  const known = whats.get(parameter);
  if (known !== undefined) return known;
  const what = parameter.replace(/(Id|Slug)$/, "");
  whats.set(parameter, what);
  return what;
}

/** Whether the answer belongs to a call that changed the state. */
export function changed({ operation, status }: Pick<ApiAnswer, "operation" | "status">): boolean {
  return operation !== undefined && mutates(operation) && status < 300;
}
