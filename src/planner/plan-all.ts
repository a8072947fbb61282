import { type Address, ownersOf } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Change } from "../model/documents/plan-document.ts";
import { whyItemsStay } from "./diff/blocked.ts";
import { bodyWithChildren } from "./diff/created-by.ts";
import { planDelete } from "./diff/plan-delete.ts";
import { planResource } from "./diff/plan-resource.ts";
import { deleteUndeclared } from "./diff/undeclared.ts";
import { type Orders, rootsOf } from "./match-and-order.ts";
import { planSequence } from "./sequence/plan-sequence.ts";
import type { FamilyOrder } from "./sequence/structure.ts";
import { blockedChange } from "./state/change-entry.ts";
import { mergeOutcomes, noOutcome, type Outcome, prerequisites } from "./state/draft.ts";
import type { PlanContext } from "./state/planning.ts";
import { planTrees } from "./tree/plan-tree.ts";
import type { PlanningWithTrees } from "./tree/tree.ts";

/** Plans all declared resources, and the undeclared ones that are to be deleted. */
export function planAll(planning: PlanningWithTrees, orders: Orders): Outcome {
  const trees = planTrees(planning, planning.trees);
  const declared = rootsOf(planning.desired).map((resource) =>
    planning.kinds.get(resource.kind).tree === undefined
      ? planWhole(planning, resource, orders)
      : trees.outcomeAt(resource.address),
  );
  const surplus = planning.desired.organizations.map((organization) =>
    mergeOutcomes([deleteUndeclared(planning, organization), trees.surplusIn(organization.alias)]),
  );
  return mergeOutcomes([...declared, ...surplus]);
}

/** Plans a resource with everything in it. */
function planWhole(planning: PlanContext, resource: DesiredResource, orders: Orders): Outcome {
  const replaced = planReplaced(planning, resource);
  const own = mergeOutcomes([
    replaced,
    planResource(planning, resource, () => ({
      body: bodyWithChildren(planning, resource),
      after: prerequisites(
        replaced.drafts.map(({ key }) => key),
        "unique value",
      ),
    })),
  ]);
  if (resource.absent || planning.blockedReason(resource.address) !== undefined) return own;
  if (planning.kinds.childrenOf(resource.kind).length === 0) return own;
  const sequences = orders.get(resource.address);
  const children = planning
    .desiredIn(resource.address)
    .filter(({ kind }) => planning.kinds.get(kind).sequence === undefined)
    .map((child) => planWhole(planning, child, orders));
  const live = planning.matching.liveOf(resource.address);
  return mergeOutcomes([
    own,
    ...(sequences === undefined ? [] : [planItems(planning, resource, sequences)]),
    ...children,
    ...(live === undefined ? [] : [deleteUndeclared(planning, resource)]),
  ]);
}

/** Plans the items of a resource; where something else writes them, one blocked change says so. */
function planItems(
  planning: PlanContext,
  resource: DesiredResource,
  orders: readonly FamilyOrder[],
): Outcome {
  const planned = planSequence(planning, resource, orders);
  const reason = whyItemsStay(planning, resource.address);
  if (reason === undefined || planned.changes.length === 0) return planned;
  const source = resource.sources.structure ?? resource.source;
  return { changes: [{ ...blockedChange(planning, resource, reason), source }], drafts: [] };
}

/** Deletes a replaced object before the new one is created (A33: one for each space and language). */
function planReplaced(planning: PlanContext, resource: DesiredResource): Outcome {
  const former = planning.formerOf(resource.address);
  if (former === undefined) return noOutcome;
  const kind = planning.kinds.get(resource.kind);
  if (kind.sequence !== undefined) return noOutcome;
  if (planning.blockedReason(resource.address) !== undefined) return noOutcome;
  const fixed = Object.values(kind.fields).find(({ replaces }) => replaces === true)?.fixed ?? "";
  return planDelete(planning, former, {
    reason: `another one takes its place: ${fixed}`,
    source: resource.source,
  });
}

/** The orders of resources in which something changes, apart from those that something else writes. */
export function changedOrders(
  planning: PlanContext,
  orders: Orders,
  changes: readonly Change[],
): readonly (readonly [Address, readonly FamilyOrder[]])[] {
  const changing = new Set(changes.flatMap(({ address }) => ownersOf(address)));
  return [...orders].filter(
    ([address]) => changing.has(address) && whyItemsStay(planning, address) === undefined,
  );
}
