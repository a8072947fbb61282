import type { Client } from "../client/client.ts";
import { ApiError, toDiagnostic } from "../client/errors.ts";
import { texts } from "../client/url.ts";
import type { Operation } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import type { Step } from "../model/documents/plan-document.ts";
import type { Reader } from "../refresh/reader.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";
import { hiddenTexts, redact } from "../text/redaction.ts";
import type { CallFailure, Execution, Sent } from "./execution.ts";

/** A platform that steps run on. */
export interface Platform {
  readonly client: Client;
  readonly reader: Reader;
}

/** The operation that a plan names. Throws for a name that the contract does not have. */
export function operationNamed(name: string): Operation {
  const operation = Object.hasOwn(operations, name) ? operations[name as keyof typeof operations] : undefined;
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

/**
 * Sends the call of a step. After a lost answer only a new plan can tell whether it was carried out (A10). A
 * message of the platform that contains a sensitive value is masked.
 */
async function sendStep(client: Client, step: Step, secrets: ReadonlyMap<string, Json>): Promise<Sent> {
  try {
    const { body } = step;
    const args = { params: texts(step.params), ...(body === undefined ? {} : { body }) };
    return { answer: (await client.send(operationNamed(step.operation), args)) ?? null };
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    const next = toDiagnostic(problem).hint ?? "";
    const message = redact(problem.reason, hiddenTexts([...secrets.values()]));
    const { unchanged } = operationNamed(step.operation);
    const isUnchanged = unchanged !== undefined && problem.status === unchanged;
    if (problem.inDoubt && !isUnchanged) {
      return {
        outcome: "unknown",
        message,
        next: "a new plan shows whether it was done",
        ...(problem.isCalledDone && { isCalledDone: true }),
      };
    }
    const status = problem.status === undefined ? {} : { status: problem.status };
    return { outcome: "failed", ...status, message, next, ...(isUnchanged && { isUnchanged }) };
  }
}

/** The calls of the executor: of the steps, and the reads that some of them need. */
export function callsOf(
  { client, reader }: Platform,
  secrets: ReadonlyMap<string, Json>,
): Pick<Execution, "send" | "makes" | "readList" | "readOne" | "secrets"> {
  return {
    send: (step) => sendStep(client, step, secrets),
    makes: ({ operation }) => operationNamed(operation).retry === "create",
    readOne: (operation, params) => readOne(client, operation, params, secrets),
    readList: (operation, params) => reader.list(operationNamed(operation), params),
    secrets,
  };
}

/**
 * Reads the state that a step waits for. Messages of the platform are masked, because they may contain a
 * sensitive value.
 */
async function readOne(
  client: Client,
  operation: string,
  params: JsonObject,
  secrets: ReadonlyMap<string, Json>,
): Promise<{ readonly answer: Json } | CallFailure> {
  try {
    const answer = (await client.send(operationNamed(operation), { params: texts(params) })) as Json;
    return { answer: withoutHidden(answer, hiddenTexts([...secrets.values()])) };
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    const message = redact(problem.reason, hiddenTexts([...secrets.values()]));
    return { outcome: "unknown", message, next: "a new plan shows whether it was done" };
  }
}

function withoutHidden(value: Json, hidden: readonly string[]): Json {
  if (typeof value === "string") return redact(value, hidden);
  if (Array.isArray(value)) return value.map((item: Json) => withoutHidden(item, hidden));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutHidden(inner, hidden)]));
}
