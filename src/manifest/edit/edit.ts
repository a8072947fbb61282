import type { Address } from "../../model/address.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Json } from "../../text/json.ts";

/**
 * Something to change in the text of a YAML file. Places are those that loading gives, in the text as it is before any
 * edit. Values are as a file writes them: `${env:NAME}` is put in from elsewhere (`escapeTemplate` for what is not).
 */
export type Edit = SetValue | AddEntry | RemoveEntry | ArrangeList;

/** The entry gets another value; of a map or list, only what differs changes. `at` is the place of its key. */
export interface SetValue {
  readonly type: "setValue";
  readonly at: Source;
  readonly value: Json;
}

/** Adds an entry to the map, before or after a sibling, else at its end. */
export interface AddEntry {
  readonly type: "addEntry";
  readonly in: Owner;
  readonly key: string;
  readonly value: Json;
  readonly before?: string;
  readonly after?: string;
}

/** The entry goes, with the comments that are its own. `at` is the place of its key. */
export interface RemoveEntry {
  readonly type: "removeEntry";
  readonly at: Source;
}

/** The list gets these items in this order; what is not kept goes. `keep` is any place within the item. */
export interface ArrangeList {
  readonly type: "arrangeList";
  readonly in: Owner;
  readonly items: readonly ({ readonly keep: Source } | { readonly add: Json })[];
}

/** The owner of a map or a list: a key, the innermost list item around a place, or the document around a place. */
export type Owner = { readonly key: Source } | { readonly item: Source } | { readonly document: Source };

/** A text after edits, and the edits that were refused, each with the reason: words that end a sentence. */
export interface Edited {
  readonly text: string;
  readonly refused: readonly { readonly edit: Edit; readonly reason: string }[];
}

/** An edit of a file, and the resource or the field that it is about. */
export interface FileEdit {
  readonly file: string;
  readonly edit: Edit;
  readonly address: Address;
  /** Left out for the resource as a whole. */
  readonly field?: string;
}
