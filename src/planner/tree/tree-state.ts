import { once } from "../../contract/once.ts";
import { idIn } from "../../model/address.ts";
import type { DesiredOrganization, DesiredResource, OrderItem } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Possible } from "../diff/created-by.ts";
import { itemName, nameOfKey } from "../live-address.ts";
import { type MakerOf, makersIn } from "../order/references.ts";
import { targetOf } from "../planning.ts";
import { root } from "../sequence/arrangement.ts";
import { withoutCircles } from "./order-warnings.ts";
import type { TreeNode } from "./tree-kind.ts";
import {
  holderId,
  holderKey,
  isTreeKind,
  shallLeave,
  type TreeKind,
  treeField,
  written,
} from "./tree-kind.ts";

/** The tree of one organization, as it is and as it shall be. */
export interface TreeState {
  readonly organization: DesiredOrganization;
  readonly nodes: ReadonlyMap<string, TreeNode>;
  /** What stands in each holder now, in the order that can be seen. */
  readonly current: ReadonlyMap<string, readonly string[]>;
  /** What shall stand in each holder, in its relative order. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
}

/** Reads the tree of an organization out of manifests and live state. */
export function treeState(planning: Possible, organization: DesiredOrganization): TreeState {
  const kinds = planning.kinds.childrenOf().filter(isTreeKind);
  const live = kinds.flatMap((kind) => planning.liveIn(organization.alias, kind.name));
  const nameOf = namesIn(planning, live);
  const orders = ordersIn(planning, organization, kinds, nameOf);
  const places = placesBy(orders);
  const makers = new Map(kinds.map((kind) => [kind.name, makersIn(planning, organization.alias, kind)]));
  const base = { planning, organization, nameOf, places, makers };
  const found = live.map((one) => nodeOf(base, one));
  const declared = planning
    .desiredOf(isTreeKind)
    .filter(
      ({ organization: alias, address }) =>
        alias === organization.alias && planning.matching.liveOf(address) === undefined,
    );
  const missing = declared
    .filter(({ absent, address }) => !absent && planning.blockedReason(address) === undefined)
    // What is to be transferred and is not here has been.
    .filter((one) => !shallLeave(planning.kinds.get(one.kind), one))
    .map((one) => newNode(base, one));
  const nodes = withoutCircles(new Map([...found, ...missing].map((node) => [node.name, node])));
  const present = found.filter(({ from }) => from !== undefined);
  return { organization, nodes, current: currentOrder(present), orders };
}

/** Finds the name of a live thing by its kind and id. */
type NameOf = (kind: string, id: string | undefined) => string | undefined;

function namesIn(planning: Possible, live: readonly LiveResource[]): NameOf {
  const byKind = groupBy(live, ({ kind }) => kind);
  const names = new Map(
    [...byKind].map(([kind, all]) => [
      kind,
      once(() => new Map(all.map((one) => [one.id, itemName(planning, one)]))),
    ]),
  );
  return (kind, id) => (id === undefined ? undefined : names.get(kind)?.().get(id));
}

interface Base {
  readonly planning: Possible;
  readonly organization: DesiredOrganization;
  readonly nameOf: NameOf;
  /** Holder by what an order of it names. */
  readonly places: ReadonlyMap<string, string>;
  /** By kind, what was made for what. */
  readonly makers: ReadonlyMap<string, MakerOf>;
}

function nodeOf({ planning, organization, nameOf, places, makers }: Base, live: LiveResource): TreeNode {
  const kind = treeKind(planning, live.kind);
  const name = itemName(planning, live);
  const resource = planning.resourceAt(name);
  const holder = holderId(kind, live);
  const holders = kind.fields[treeField(kind, "holder") ?? ""]?.refersTo ?? "";
  const isHere = live.deleted !== true;
  const from =
    holder === undefined ? root : (nameOf(holders, holder) ?? nameOfKey(holderKey(kind, live) ?? ""));
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
    const isSurplus = isExact && !places.has(name) && makers.get(kind.name)?.(live) === undefined;
    return node({ to: places.get(name), stuck: undefined }, isSurplus);
  }
  if (isHere && resource.absent) return node(nowhere, true);
  return node(wantedHolder(planning, kind, resource, nameOf, false));
}

/** Where something shall stand, or why it cannot. */
type WantedPlace = Pick<TreeNode, "to" | "stuck">;

const nowhere: WantedPlace = { to: undefined, stuck: undefined };

function newNode({ planning, nameOf }: Base, resource: DesiredResource): TreeNode {
  const kind = treeKind(planning, resource.kind);
  const { to, stuck } = wantedHolder(planning, kind, resource, nameOf, true);
  const { address: name } = resource;
  return {
    name,
    kind,
    resource,
    live: undefined,
    from: undefined,
    to,
    stuck,
    shut: undefined,
    isDeleted: false,
  };
}

function treeKind(planning: Possible, name: string): TreeKind {
  const kind = planning.kinds.get(name);
  if (!isTreeKind(kind)) throw new Error(`a ${name} stands in no tree`);
  return kind;
}

/** What a resource shall stand in; what cannot be is why it is stuck. */
function wantedHolder(
  planning: Possible,
  kind: TreeKind,
  resource: DesiredResource,
  nameOf: NameOf,
  isNew: boolean,
): WantedPlace {
  const field = kind.fields[treeField(kind, "holder") ?? ""];
  const value = written(kind, resource, "holder", isNew);
  const at = (to: string | undefined, why?: string): WantedPlace => ({ to, stuck: why });
  if (field?.refersTo === undefined || value === undefined) return nowhere;
  if (value === null) return at(root);
  const target = targetOf(planning, resource, field, value);
  if (target?.address === undefined) {
    const to = nameOf(field.refersTo, target?.id);
    return at(to, to === undefined ? `there is no ${field.refersTo} with the id ${target?.id}` : undefined);
  }
  const isBlocked = planning.blockedReason(target.address) !== undefined;
  return isBlocked ? at(undefined, `it names ${target.address}, which is blocked`) : at(target.address);
}

/**
 * The declared orders, by the name of the holder, with the names of what they name. What one names by its key stands
 * there, even if the id that another place names turns out to be the same thing.
 */
function ordersIn(
  planning: Possible,
  { alias, order }: DesiredOrganization,
  kinds: readonly TreeKind[],
  nameOf: NameOf,
): ReadonlyMap<string, readonly string[]> {
  const plurals = new Map(kinds.map(({ name, plural }) => [name, plural]));
  const holders = planning.desired.resources.filter(
    (one) => one.organization === alias && one.order !== undefined && !one.absent,
  );
  const written: readonly (readonly [string, readonly OrderItem[]])[] = [
    ...(order === undefined ? [] : [[root, order] as const]),
    ...holders.map((one) => [one.address, one.order ?? []] as const),
  ];
  const byKey = ({ kind, name }: OrderItem): readonly string[] =>
    idIn(name) !== undefined ? [] : [`${alias}/${plurals.get(kind)}.${name}`];
  const named = new Set(written.flatMap(([, items]) => items.flatMap(byKey)));
  const byId = ({ kind, name }: OrderItem): readonly string[] => {
    const known = nameOf(kind, idIn(name));
    return known === undefined || named.has(known) ? [] : [known];
  };
  return new Map(
    written.map(([holder, items]) => [holder, items.flatMap((item) => [...byKey(item), ...byId(item)])]),
  );
}

function placesBy(orders: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  return new Map([...orders].flatMap(([holder, names]) => names.map((name) => [name, holder] as const)));
}

/**
 * What stands in each holder. The order of what holds nothing is known among holders only (A22, A18): such a one
 * comes right behind the holder that is listed before it.
 */
function currentOrder(nodes: readonly TreeNode[]): ReadonlyMap<string, readonly string[]> {
  const places = firstPlaces(nodes);
  const inside = groupBy(nodes, ({ from }) => from ?? root);
  return new Map([...inside].map(([holder, all]) => [holder, inOrder(all, places)]));
}

/** What stands in one holder, in order: `places` has those of what can be seen, `all` has holders in their order. */
function inOrder(all: readonly TreeNode[], places: ReadonlyMap<string, number>): readonly string[] {
  const seen = all.filter(({ name }) => places.has(name));
  const behind = new Map<string, string[]>([[root, []]]);
  let last: string = root;
  for (const { name } of all.filter(({ kind }) => kind.tree.holds === true)) {
    if (places.has(name)) last = name;
    else if (behind.has(last)) behind.get(last)?.push(name);
    else behind.set(last, [name]);
  }
  const sorted = [...seen].sort((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0));
  return [...(behind.get(root) ?? []), ...sorted.flatMap(({ name }) => [name, ...(behind.get(name) ?? [])])];
}

/** Place of each thing in the list of what holds nothing; of a holder, that of the first in it. */
function firstPlaces(nodes: readonly TreeNode[]): ReadonlyMap<string, number> {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const places = new Map<string, number>();
  const leaves = nodes.filter(({ kind }) => kind.tree.holds !== true);
  leaves.forEach((leaf, place) => {
    for (let at: TreeNode | undefined = leaf; at !== undefined && !places.has(at.name); ) {
      places.set(at.name, place);
      at = byName.get(at.from ?? root);
    }
  });
  return places;
}
