import type { DesiredResource } from "../model/desired.ts";
import { type Possible, takenAlong } from "./diff/created-by.ts";
import { planResource } from "./diff/plan-resource.ts";
import { surplusIn, surplusOf } from "./diff/plan-surplus.ts";
import { type Outcome, together } from "./draft.ts";
import { type Orders, rootsOf } from "./match/match-and-order.ts";
import { afterReplaced, planReplaced } from "./match/replaced.ts";
import { planSequence } from "./sequence/plan-sequence.ts";
import { planTrees } from "./tree/plan-tree.ts";
import type { Grown } from "./tree/planning-trees.ts";

/** What is to be done with all that is declared, and with what is not and shall go. */
export function planAll(planning: Grown, orders: Orders): Outcome {
  const trees = planTrees(planning, planning.trees);
  const declared = rootsOf(planning.desired).map((resource) =>
    planning.kinds.get(resource.kind).tree === undefined
      ? planWhole(planning, resource, orders)
      : trees.outcomeAt(resource.address),
  );
  const surplus = planning.desired.organizations.map((organization) =>
    together([surplusIn(planning, organization), trees.surplusIn(organization.alias)]),
  );
  return together([...declared, ...surplus]);
}

/** A resource with everything that stands in it. */
function planWhole(planning: Possible, resource: DesiredResource, orders: Orders): Outcome {
  const own = together([
    planReplaced(planning, resource),
    planResource(planning, resource, () => ({
      body: takenAlong(planning, resource),
      after: afterReplaced(planning, resource),
    })),
  ]);
  if (resource.absent || planning.blockedReason(resource.address) !== undefined) return own;
  if (planning.kinds.childrenOf(resource.kind).length === 0) return own;
  const sequences = orders.get(resource.address);
  const children = planning
    .desiredIn(resource.address)
    .filter(({ kind }) => planning.kinds.get(kind).sequence === undefined)
    .map((child) => planResource(planning, child));
  const live = planning.matching.liveOf(resource.address);
  return together([
    own,
    ...(sequences === undefined ? [] : [planSequence(planning, resource, sequences)]),
    ...children,
    ...(live === undefined ? [] : [surplusOf(planning, resource)]),
  ]);
}
