import { blockedReasons } from "../diff/blocked.ts";
import type { Possible } from "../diff/created-by.ts";
import type { Planning } from "../planning.ts";
import { barredIn, type Tree, treeOf } from "./tree.ts";

/** Planning with the trees of its organizations. */
export interface Grown extends Possible {
  readonly trees: readonly Tree[];
}

/** Planning that is not to lead anywhere, since what is declared could not be matched. */
export function withoutTrees(base: Planning): Grown {
  return { ...base, blockedReason: blockedReasons(base), barred: new Set(), createdIn: () => [], trees: [] };
}

/** What cannot leave one organization cannot come to another, which may keep more from leaving there. */
export function withTrees(base: Planning): Grown {
  let barred: ReadonlySet<string> = new Set();
  for (;;) {
    const blockedReason = blockedReasons(base, barred);
    const planning: Possible = { ...base, barred, blockedReason, createdIn: () => [] };
    const trees = base.desired.organizations.map((organization) => treeOf(planning, organization));
    const now = barredIn(planning, trees);
    if (now.size <= barred.size) return { ...planning, trees };
    barred = now;
  }
}
