import type { JsonObject } from "../text/json.ts";

/** The list in the body of a call that does many things. */
export interface ItemFacts {
  /** Name of the list in the body. */
  readonly list: string;
  /** As many items as a call takes. */
  readonly most: number;
  /** Name of the list of results in the answer. */
  readonly results: string;
  /** Is a result, or an object that is there, that of an item? */
  readonly isOf: (one: JsonObject, item: JsonObject) => boolean;
  /** Why an item failed, in the words of the platform; undefined for one that is done. */
  readonly failure: (result: JsonObject) => string | undefined;
  /** Does an item delete? It fails when the call is repeated after a lost answer, and what it deletes is gone (A10). */
  readonly deletes: (item: JsonObject) => boolean;
  /** Name of the operation that lists what is there. */
  readonly read: string;
}
