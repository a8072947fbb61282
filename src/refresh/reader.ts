import type { Operation } from "../contract/operation.ts";
import type { JsonObject } from "../text/json.ts";

/** The reads of a refresh. A list is complete, or the call throws. */
export interface Reader {
  readonly one: (operation: Operation, params: JsonObject) => Promise<JsonObject>;
  /** One that may not be there (404): undefined then. */
  readonly find: (operation: Operation, params: JsonObject) => Promise<JsonObject | undefined>;
  readonly list: (operation: Operation, params: JsonObject) => Promise<readonly JsonObject[]>;
  /** The number of requests so far. */
  readonly requests: () => number;
}
