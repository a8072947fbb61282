import type { Address } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import { type Diagnostic, error, hasErrors } from "../model/diagnostic.ts";
import { canBeReplaced, indexKinds, structureName } from "../model/kind-index.ts";
import type { LiveResource } from "../model/live.ts";
import { compareNames } from "../text/compare-names.ts";
import type { Json } from "../text/json.ts";
import { isAnother } from "./diff/field-diff.ts";
import { type Matching, match } from "./match/match.ts";
import { recordedIds } from "./match/recorded-ids.ts";
import type { PlanInput } from "./plan-input.ts";
import { type FamilyOrder, familiesOf, orderFamily } from "./sequence/structure.ts";
import type { PlanContext } from "./state/planning.ts";
import { planningOf } from "./state/planning-index.ts";
import type { RequestedCalls } from "./state/targets.ts";
import { dueTransfers, type Transfer } from "./tree/transfers.ts";
import { type PlanningWithTrees, withoutTrees, withTrees } from "./tree/tree.ts";

/** Orders of the families of each resource that declares its structure. */
export type Orders = ReadonlyMap<Address, readonly FamilyOrder[]>;

/**
 * Matches, and plans the orders. An object that no call moves to its place is deleted and created again, which frees
 * its live object. Then matching starts again, until there is none left. A plan with transfers holds nothing else, so
 * nothing is ordered.
 */
export function matchAndOrder(
  input: Pick<PlanInput, "desired" | "live" | "kinds" | "lastApply">,
  mask: (value: Json, place: string) => Json,
  { resend }: Pick<RequestedCalls, "resend">,
): {
  planning: PlanningWithTrees;
  orders: Orders;
  transfers: readonly Transfer[];
  diagnostics: readonly Diagnostic[];
} {
  const { desired, live } = input;
  const kinds = indexKinds(input.kinds);
  const recorded = recordedIds(input.lastApply);
  const rebuilt = new Map<Address, LiveResource>();
  const excluded = new Map<Address, Set<LiveResource>>();
  for (;;) {
    const rules = { rebuilt: new Set(rebuilt.keys()), excluded, recorded };
    const matching = match(desired, live, kinds, rules);
    const former = new Map([...rebuilt, ...replacedBy(excluded, matching)]);
    const given = { mask, resend, lastApply: input.lastApply };
    const base = planningOf(desired, live, kinds, matching, former, given);
    const transfers = dueTransfers(base);
    const isClear = !hasErrors(matching.diagnostics) && transfers.length === 0;
    const planning = isClear ? withTrees(base) : withoutTrees(base);
    const orders = isClear ? ordersOf(planning) : new Map<Address, readonly FamilyOrder[]>();
    const rebuild = [...orders.values()].flatMap((all) => all.flatMap((one) => one.rebuild));
    const replaced = isClear ? replacedIn(planning) : [];
    if (rebuild.length + replaced.length === 0)
      return {
        planning: ordered(planning, orders),
        orders,
        transfers,
        diagnostics: [...matching.diagnostics, ...pinsLost(planning, rebuilt)],
      };
    for (const [address, one] of replaced)
      excluded.set(address, (excluded.get(address) ?? new Set()).add(one));
    for (const address of rebuild) {
      const one = matching.liveOf(address);
      if (one !== undefined) rebuilt.set(address, one);
    }
  }
}

/**
 * Pairs that must be replaced, since a field differs that makes another resource (A33). A resource that `id` or
 * `previously` names is never replaced: there the field is blocked.
 */
function replacedIn(planning: PlanContext): readonly (readonly [Address, LiveResource])[] {
  return planning.desiredOf(canBeReplaced).flatMap((resource) => {
    const live = planning.matching.liveOf(resource.address);
    const isNamed = resource.id !== undefined || resource.previously.length > 0;
    if (live === undefined || isNamed || resource.absent) return [];
    return isAnother(planning, resource, live) ? [[resource.address, live] as const] : [];
  });
}

/** DF3010: pinned groups that would be created again, with another id. */
function pinsLost(planning: PlanContext, rebuilt: ReadonlyMap<Address, LiveResource>): readonly Diagnostic[] {
  return [...rebuilt.keys()].flatMap((address) => {
    const resource = planning.resourceAt(address);
    const source = resource?.sources.id;
    if (resource === undefined || source === undefined) return [];
    const message = `the platform cannot move the ${resource.kind} ${address}. Deleted and created again, it would lose its id ${resource.id}`;
    const hint =
      "write it where the platform has it, or take id: out of the manifest to have it created again";
    return [error("DF3010", message, { source, hint })];
  });
}

/** The live object that each address replaces, unless one of the two has found another match. */
function replacedBy(
  excluded: ReadonlyMap<Address, ReadonlySet<LiveResource>>,
  { liveOf, addressOf }: Matching,
): readonly (readonly [Address, LiveResource])[] {
  return [...excluded].flatMap(([address, all]) => {
    const live = [...all].at(-1);
    const isFree = live !== undefined && liveOf(address) === undefined && addressOf(live) === undefined;
    return isFree ? [[address, live] as const] : [];
  });
}

function ordersOf(planning: PlanContext): Orders {
  const orders = new Map<Address, readonly FamilyOrder[]>();
  const declared = rootsOf(
    planning.desired,
    ({ manage, absent }) => manage[structureName] !== undefined && !absent,
  );
  for (const resource of declared) {
    if (planning.blockedReason(resource.address) !== undefined) continue;
    const families = familiesOf(planning, resource.kind);
    orders.set(
      resource.address,
      families.map((family) => orderFamily(planning, resource, family)),
    );
  }
  return orders;
}

/** Planning with the order in which children are created. */
function ordered(planning: PlanningWithTrees, orders: Orders): PlanningWithTrees {
  const createdIn = (parent: Address): readonly DesiredResource[] =>
    (orders.get(parent) ?? []).flatMap(({ acts }) =>
      acts.flatMap((act) => (act.type === "create" ? (planning.resourceAt(act.item) ?? []) : [])),
    );
  return { ...planning, createdIn };
}

/** Resources directly in an organization, all or some, by address. */
export function rootsOf(
  desired: Desired,
  isTargeted: (resource: DesiredResource) => boolean = () => true,
): readonly DesiredResource[] {
  const roots = desired.resources.filter((one) => one.parent === undefined && isTargeted(one));
  return roots.sort((a, b) => compareNames(a.address, b.address));
}
