import type { Json } from "../text/json.ts";

/** Values of a resource by the names of its fields; undefined where nobody says one. */
export type FieldValues = Readonly<Record<string, Json | undefined>>;

/** A way to open something to more people: a row of the table that risks, the guard and the order of calls share. */
export type Opening = ValueOpening | LevelOpening | ShowingOpening | CreateOpening;

/** The value of a field says who comes in. */
export interface ValueOpening {
  readonly by: "value";
  readonly field: string;
  /**
   * Does the second value let in somebody whom the first one keeps out? Null is no value. Undefined is the value before
   * a create, and an undeclared value after it. True both ways: each lets in others.
   */
  readonly isWider: (before: Json | undefined, after: Json | undefined) => boolean;
  readonly who: Who;
  /** The people who lose access when the value narrows, in words; left out when nobody can. */
  readonly loses?: string;
  /** It opens its parent, not itself. */
  readonly opens?: "parent";
  /** Visitors pass it to see its contents: does the value let everybody pass? */
  readonly isOpenToAll?: (value: Json | undefined) => boolean;
  /** Does it let nobody pass? */
  readonly isShut?: (value: Json | undefined) => boolean;
}

/** The value of a field is a level, which all children in the tree take that inherit. */
export interface LevelOpening {
  readonly by: "level";
  readonly field: string;
  readonly widestFirst: readonly string[];
  /** The value that takes the level of the parent; at the root, each person has their own. */
  readonly inherits: string;
  readonly who: string;
  readonly loses: string;
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

/** The people who gain access, in words; they may depend on other wanted values of the same resource. */
type Who = string | ((after: FieldValues) => string);
