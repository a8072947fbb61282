import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import { canBeReplaced } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";
import { isAnother } from "../diff/field-diff.ts";
import { planDelete } from "../diff/plan-delete.ts";
import { callKey, nothing, type Outcome } from "../draft.ts";

/**
 * Pairs that cannot be: a field that stands for another resource differs (A33). What a person named by `id` or
 * `previously` is never replaced: there the field is blocked.
 */
export function replacedIn(planning: Possible): readonly (readonly [Address, LiveResource])[] {
  return planning.desiredOf(canBeReplaced).flatMap((resource) => {
    const live = planning.matching.liveOf(resource.address);
    const isNamed = resource.id !== undefined || resource.previously.length > 0;
    if (live === undefined || isNamed || resource.absent) return [];
    return isAnother(planning, resource, live) ? [[resource.address, live] as const] : [];
  });
}

/** Deletes what is replaced, before the new one is created (A33: one for each space and language). */
export function planReplaced(planning: Possible, resource: DesiredResource): Outcome {
  const former = planning.formerOf(resource.address);
  if (former === undefined) return nothing;
  const kind = planning.kinds.get(resource.kind);
  if (kind.sequence !== undefined) return nothing;
  if (planning.blockedReason(resource.address) !== undefined) return nothing;
  const fixed = Object.values(kind.fields).find(({ replaces }) => replaces === true)?.fixed ?? "";
  return planDelete(planning, former, {
    reason: `another one takes its place: ${fixed}`,
    source: resource.source,
  });
}

/** Keys of the calls that a new resource waits for, because it takes the place of another. */
export function afterReplaced(planning: Possible, resource: DesiredResource): readonly string[] {
  const { drafts } = planReplaced(planning, resource);
  return drafts.map(({ address, operation }) => callKey(address, operation));
}
