import type { JsonObject } from "../text/json.ts";

/** The list in the body of a call that does many things. */
export interface ItemFacts {
  /** Name of the list in the body. */
  readonly list: string;
  /** As many items as a call takes. */
  readonly most: number;
  /** The result of an item; undefined when the answer has none. */
  readonly resultOf: (answer: JsonObject, item: JsonObject) => JsonObject | undefined;
  /** Why an item failed, in the words of the platform; undefined for one that is done. */
  readonly failure: (result: JsonObject) => string | undefined;
}
