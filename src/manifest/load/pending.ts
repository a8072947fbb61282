import type { Address } from "../../model/address.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { Entry } from "../read/tree.ts";

/**
 * A resource that is found and still to be read: where it stands, and what is written in it. Each has all the keys: what
 * is read of thousands of objects of one form is read faster.
 */
export interface Pending {
  readonly organization: string;
  readonly kind: Kind;
  readonly key: string;
  /** Place of its key. */
  readonly source: Source;
  readonly address: Address;
  readonly parent: Address | undefined;
  readonly container: Address | undefined;
  /** Set when all items of its parent are known. */
  index: number | undefined;
  readonly entries: readonly Entry[];
  /** Its text could not be read, so missing fields are not reported. */
  readonly unreadable: boolean;
}
