import type { Json } from "../text/json.ts";

/** Values of a resource by the names of its fields; undefined where nobody says one. */
export type FieldValues = Readonly<Record<string, Json | undefined>>;

/** What can open something to more people: a row of the table that risks, the guard and the order of calls share. */
export type Opening = ValueOpening | LevelOpening | ShowingOpening | CreateOpening;

/** The value of a field says who comes in. */
export interface ValueOpening {
  readonly by: "value";
  readonly field: string;
  /**
   * Does the second value let in somebody whom the first one does not? Null is no value. Undefined stands before what is
   * new, and after it where nobody says a value. When it is so both ways, each lets in others.
   */
  readonly isWider: (before: Json | undefined, after: Json | undefined) => boolean;
  readonly who: Who;
  /** Who loses when the value narrows, in words; left out where that is nobody who has access now. */
  readonly loses?: string;
  /** It opens what it stands in, and not itself. */
  readonly opens?: "parent";
  /** Visitors pass it to see what stands in it: does it let everybody pass? */
  readonly isOpenToAll?: (value: Json | undefined) => boolean;
  /** Does it let nobody pass? */
  readonly isShut?: (value: Json | undefined) => boolean;
}

/** The value of a field is a level, which goes on to all that stands in it in the tree and inherits. */
export interface LevelOpening {
  readonly by: "level";
  readonly field: string;
  readonly widestFirst: readonly string[];
  /** The value that takes the level of what it stands in; at the root, each person has their own. */
  readonly inherits: string;
  readonly who: string;
}

/** The field names what visitors see there: what did not show to them opens. */
export interface ShowingOpening {
  readonly by: "showing";
  readonly field: string;
  readonly who: string;
}

/** That there is one lets people in. */
interface CreateOpening {
  readonly by: "create";
  readonly who: string;
}

/** Who gains, in words; it may rest on other values of the same resource as they shall be. */
type Who = string | ((after: FieldValues) => string);
