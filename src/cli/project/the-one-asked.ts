import { ApiError } from "../../client/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";

/**
 * The object that was read, when it is the one that the path names by its id. Throws an `ApiError` when it is another
 * one, as a cache before the platform may give: a plan would rest on the wrong thing.
 */
export function theOneAsked(operation: Operation, params: JsonObject, answer: Json | undefined): JsonObject {
  const [, name = ""] = /\{(\w+Id)\}$/.exec(operation.path) ?? [];
  const asked = params[name];
  const id = isObject(answer) ? answer.id : undefined;
  if (asked === undefined || id === undefined || id === asked) return answer as JsonObject;
  const reason = `it is of ${JSON.stringify(id)}, and ${JSON.stringify(asked)} was asked for`;
  throw new ApiError(operation, { kind: "wrong-shape", reason, path: operation.path });
}
