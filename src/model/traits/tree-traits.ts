import type { Operation } from "../../contract/operation.ts";
import type { Json, JsonObject } from "../../text/json.ts";

/** How a kind is placed in the ordered tree of an organization, which it shares with others (A18). */
export interface TreeTraits {
  /** The key that marks one in an order: `- space: quickstart`. */
  readonly itemKey: string;
  /** It is a parent of others, and declares their order. */
  readonly holds?: true;
  readonly move: { readonly operation: Operation; readonly anchor: (id: Json) => JsonObject };
  /** Body fields that say what is in a new one, by its template; undefined for none. */
  readonly contents?: (template: Json | undefined) => JsonObject;
  /** Makes a copy, at the end of where the original stands (A16). */
  readonly copy?: Operation;
  /** The title that the platform gives to a copy, from the title of the original (A16). */
  readonly copyName?: (original: string) => string;
  /** Brings back a deleted one, which the read by its id still answers for a while (A17). */
  readonly restore?: {
    readonly operation: Operation;
    /** Where the answer of a deleted one says since when. */
    readonly deletedAt: string;
  };
  /** Moves it to the end of another organization's root, with everything in it (A20). */
  readonly transfer?: { readonly operation: Operation; readonly body: string };
  /** Where an answer says that something shows it, which perhaps nobody has declared; with what then happens. */
  readonly shown?: { readonly at: string; readonly risk: string };
}
