import type { Operation } from "../../src/contract/operation.ts";
import type { Reader } from "../../src/refresh/reader.ts";
import type { JsonObject } from "../../src/text/json.ts";

/** A project, and what the platform answers when it is planned. */
export interface Fixture {
  readonly resources: number;
  readonly files: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Name of an answer: the operation and its parameters. */
export function answerKey({ name }: Operation, params: JsonObject): string {
  return `${name} ${JSON.stringify(params)}`;
}

/** Reads from answers that are at hand. */
export function preparedReader({ answers }: Fixture): Reader {
  let requests = 0;
  const answer = (operation: Operation, params: JsonObject): unknown => {
    requests += 1;
    const found = answers[answerKey(operation, params)];
    if (found === undefined) throw new Error(`no answer to ${answerKey(operation, params)}`);
    return found;
  };
  return {
    requests: () => requests,
    one: async (operation, params) => answer(operation, params) as JsonObject,
    find: async (operation, params) => answer(operation, params) as JsonObject,
    list: async (operation, params) => answer(operation, params) as readonly JsonObject[],
  };
}
