import type { Operation } from "../../contract/operation.ts";
import type { Json, JsonObject } from "../../text/json.ts";

/** How somebody who is not there is asked to come. Nothing that can be read says who is asked (G2). */
export interface Invitation {
  /** The call. It reaches a person, so its class of repetition is `never`. */
  readonly operation: Operation;
  /** The body that asks one person, of declared values. */
  readonly body: (whom: string, values: Readonly<Record<string, Json | undefined>>) => JsonObject;
  /** The person whom a body asks, by the name that manifests use. */
  readonly whom: (body: JsonObject) => string | undefined;
  /** A warning of the effects on people and on the bill. */
  readonly risk: string;
}
