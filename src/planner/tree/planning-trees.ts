import { blockedReasons } from "../diff/blocked.ts";
import type { Possible } from "../diff/created-by.ts";
import type { Planning } from "../planning.ts";
import { type Tree, treeOf } from "./tree.ts";

/** Planning with the trees of its organizations. */
export interface Grown extends Possible {
  readonly trees: readonly Tree[];
}

/** Planning that is not to lead anywhere, since what is declared could not be matched. */
export function withoutTrees(base: Planning): Grown {
  return { ...base, blockedReason: blockedReasons(base), createdIn: () => [], trees: [] };
}

/** Planning with the trees as they are and as they shall be. */
export function withTrees(base: Planning): Grown {
  const planning: Possible = { ...base, blockedReason: blockedReasons(base), createdIn: () => [] };
  const trees = base.desired.organizations.map((organization) => treeOf(planning, organization));
  return { ...planning, trees };
}
