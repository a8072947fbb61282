import type { JsonObject } from "../../text/json.ts";

/**
 * How a live one becomes part of a seed of the embedded platform (docs/reference/seed.md), so that a plan can be
 * rehearsed on the live state. Its fields go in as they were read; the fields of a singleton become fields of its
 * parent.
 */
export interface SeedTraits {
  /** Key of its list in the seed of its parent. An item of a sequence is in the list that its container `holds`. */
  readonly list?: string;
  /** Key of its list of sequence items, in order. */
  readonly holds?: string;
  /** Keys of fields that the seed calls otherwise; null leaves one out. */
  readonly keys?: Readonly<Record<string, string | null>>;
  /**
   * Of a kind in the ordered tree of an organization (A18): the field that names its parent. One that `nests` has its
   * children of the same kind in its own list, and an `order` of all its children.
   */
  readonly tree?: { readonly parent: string; readonly nests?: true };
  /** More entries for the seed than the fields; `isRead`: is an object of a kind and id in the live state? */
  readonly also?: (answer: JsonObject, isRead: (kind: string, id: string) => boolean) => JsonObject;
}
