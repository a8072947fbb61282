import { idIn } from "../../model/address.ts";
import type { DesiredOrganization, DesiredResource, OrderItem } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import {
  isTreeKind,
  leavesOrganization,
  manifestValue,
  root,
  type TreeKind,
  type TreeNode,
  treeField,
  treeParentKey,
  writtenOrders,
} from "../match/tree-kind.ts";
import { type MakerOf, makersIn } from "../order/references.ts";
import { listsOf } from "../sequence/ordered-lists.ts";
import { itemName, nameOfKey } from "../state/live-address.ts";
import { isManaged } from "../state/managed.ts";
import { type PlanContext, targetOf } from "../state/planning.ts";
import { inDisplayOrder } from "./live-tree.ts";
import { withoutCircles } from "./order-warnings.ts";

/** The tree of one organization, as it is and as it shall be. */
export interface TreeState {
  readonly organization: DesiredOrganization;
  readonly nodes: ReadonlyMap<string, TreeNode>;
  /** The children of each parent now, in the order that can be seen. */
  readonly current: ReadonlyMap<string, readonly string[]>;
  /** The wanted children of each parent, in their relative order. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
}

/** Reads the tree of an organization out of manifests and live state. */
export function treeState(planning: PlanContext, organization: DesiredOrganization): TreeState {
  const kinds = planning.kinds.childrenOf().filter(isTreeKind);
  const live = kinds.flatMap((kind) => planning.liveIn(organization.alias, kind.name));
  const orders = ordersIn(planning, organization, kinds);
  const places = listsOf(orders).containers;
  const makers = new Map(kinds.map((kind) => [kind.name, makersIn(planning, organization.alias, kind)]));
  const base = { planning, organization, places, makers };
  const found = live.map((one) => nodeOf(base, one));
  const declared = planning
    .desiredOf(isTreeKind)
    .filter(
      ({ organization: alias, address }) =>
        alias === organization.alias && planning.matching.liveOf(address) === undefined,
    );
  const missing = declared
    .filter(({ absent, address }) => !absent && planning.blockedReason(address) === undefined)
    // A resource with transferTo that is not in this organization has been transferred already.
    .filter((one) => !leavesOrganization(planning.kinds.get(one.kind), one))
    .map((one) => newNode(planning, one));
  const nodes = withoutCircles(new Map([...found, ...missing].map((node) => [node.name, node])));
  return { organization, nodes, current: currentOrder(planning, live, nodes), orders };
}

/** The name of a live thing of an organization by its kind and id. */
function nameById(
  planning: PlanContext,
  organization: string,
  kind: string,
  id: string | undefined,
): string | undefined {
  const live = id === undefined ? undefined : planning.liveByKey(liveKey({ organization, kind, id }));
  return live && itemName(planning, live);
}

interface Base {
  readonly planning: PlanContext;
  readonly organization: DesiredOrganization;
  /** Container by what an order of it names. */
  readonly places: ReadonlyMap<string, string>;
  /** By kind, what was made for what. */
  readonly makers: ReadonlyMap<string, MakerOf>;
}

function nodeOf({ planning, organization, places, makers }: Base, live: LiveResource): TreeNode {
  const kind = treeKind(planning, live.kind);
  const name = itemName(planning, live);
  const resource = planning.resourceAt(name);
  const isHere = live.deleted !== true;
  const key = treeParentKey(kind, live);
  const outer = planning.liveByKey(key ?? "");
  const from = key === undefined ? root : ((outer && planning.matching.addressOf(outer)) ?? nameOfKey(key));
  const node = (place: WantedPlace, isDeleted = false): TreeNode => ({
    name,
    kind,
    resource,
    live,
    from: isHere ? from : undefined,
    to: place.to,
    stuck: place.stuck,
    shut: undefined,
    isDeleted,
  });
  if (resource === undefined) {
    const isExact = organization.manage[kind.plural] === "exact";
    const isFree = !places.has(name) && makers.get(kind.name)?.(live) === undefined;
    const isSurplus = isExact && isFree && isManaged(planning, live);
    return node({ to: places.get(name), stuck: undefined }, isSurplus);
  }
  if (isHere && resource.absent) return node(nowhere, true);
  return node(wantedParent(planning, kind, resource, false));
}

/** Where something shall stand, or why it cannot. */
type WantedPlace = Pick<TreeNode, "to" | "stuck">;

const nowhere: WantedPlace = { to: undefined, stuck: undefined };

function newNode(planning: PlanContext, resource: DesiredResource): TreeNode {
  const kind = treeKind(planning, resource.kind);
  const place = wantedParent(planning, kind, resource, true);
  const { address: name } = resource;
  return {
    name,
    kind,
    resource,
    live: undefined,
    from: undefined,
    ...place,
    shut: undefined,
    isDeleted: false,
  };
}

function treeKind(planning: PlanContext, name: string): TreeKind {
  const kind = planning.kinds.get(name);
  if (!isTreeKind(kind)) throw new Error(`a ${name} is in no tree`);
  return kind;
}

/** The wanted parent of a resource; when that is impossible, the reason. */
function wantedParent(
  planning: PlanContext,
  kind: TreeKind,
  resource: DesiredResource,
  isNew: boolean,
): WantedPlace {
  const field = kind.fields[treeField(kind, "parent") ?? ""];
  const value = manifestValue(kind, resource, "parent", isNew);
  const at = (to: string | undefined, why?: string): WantedPlace => ({ to, stuck: why });
  if (field?.refersTo === undefined || value === undefined) return nowhere;
  if (value === null) return at(root);
  const target = targetOf(planning, resource, field, value);
  if (target?.address === undefined) {
    const to = nameById(planning, resource.organization, field.refersTo, target?.id);
    return at(to, to === undefined ? `there is no ${field.refersTo} with the id ${target?.id}` : undefined);
  }
  const isBlocked = planning.blockedReason(target.address) !== undefined;
  return isBlocked ? at(undefined, `it refers to ${target.address}, which is blocked`) : at(target.address);
}

/**
 * The declared orders, by the name of the container, with the names of what they name. What one names by its key stands
 * there, even if the id that another place names turns out to be the same thing.
 */
function ordersIn(
  planning: PlanContext,
  { alias }: DesiredOrganization,
  kinds: readonly TreeKind[],
): ReadonlyMap<string, readonly string[]> {
  const plurals = new Map(kinds.map(({ name, plural }) => [name, plural]));
  const declared = writtenOrders(planning.desired, alias);
  const byKey = ({ kind, name }: OrderItem): readonly string[] =>
    idIn(name) !== undefined ? [] : [`${alias}/${plurals.get(kind)}.${name}`];
  const named = new Set(declared.flatMap(([, items]) => items.flatMap(byKey)));
  const byId = ({ kind, name }: OrderItem): readonly string[] => {
    const known = nameById(planning, alias, kind, idIn(name));
    return known === undefined || named.has(known) ? [] : [known];
  };
  return new Map(
    declared.map(([container, items]) => [
      container,
      items.flatMap((item) => [...byKey(item), ...byId(item)]),
    ]),
  );
}

/** The children of each parent now, in the order that can be seen. */
function currentOrder(
  planning: PlanContext,
  live: readonly LiveResource[],
  nodes: TreeState["nodes"],
): TreeState["current"] {
  const shown = inDisplayOrder(planning.kinds, live).map((one) => itemName(planning, one));
  const present = shown.filter((name) => nodes.get(name)?.from !== undefined);
  return groupBy(present, (name) => nodes.get(name)?.from ?? root);
}
