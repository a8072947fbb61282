import type { Source } from "../../model/diagnostic.ts";

/** A key that an overlay takes out of a map with null. */
export interface Removal {
  readonly key: string;
  /** Place of the map as it is written. */
  readonly within: Source;
  /** Place in the overlay. */
  readonly by: Source;
}
