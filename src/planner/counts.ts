import type { Desired } from "../model/desired.ts";
import type { Change, Summary } from "../model/documents/plan-document.ts";
import type { Waiting } from "../model/documents/waiting.ts";
import type { IsTarget } from "./state/targets.ts";

type ActionCounts = Pick<Summary, Change["action"] | "final">;

/** Changes by what they do, and the deletes that cannot be undone. */
export function countActions(changes: readonly Change[]): ActionCounts {
  const counts = { create: 0, update: 0, delete: 0, move: 0, restore: 0, adopt: 0, blocked: 0 };
  for (const { action } of changes) counts[action]++;
  const final = changes.filter(({ action, reversible }) => action === "delete" && reversible !== true);
  return { ...counts, final: final.length };
}

/** Declared resources that are as they should be: neither changed, nor waited for. */
export function countUnchanged(
  desired: Desired,
  changes: readonly Change[],
  { isTargeted, waiting }: { readonly isTargeted: IsTarget; readonly waiting: readonly Waiting[] },
): number {
  const changed = new Set([...changes, ...waiting].map(({ address }) => address));
  return desired.resources.filter(
    ({ address, absent }) => !absent && !changed.has(address) && isTargeted(address),
  ).length;
}
