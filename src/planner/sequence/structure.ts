import type { DesiredResource } from "../../model/desired.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import type { LiveResource } from "../../model/live.ts";
import type { SequenceTraits } from "../../model/traits/sequence-traits.ts";
import { createdBy } from "../diff/created-by.ts";
import { root } from "../match/tree-kind.ts";
import { containerKeys, firstOf, itemName, liveItem } from "../state/live-address.ts";
import type { PlanContext, Planning } from "../state/planning.ts";
import { type Act, isUnseen } from "./arrangement.ts";
import { listsOf, type Order, outerFirst } from "./ordered-lists.ts";
import { arrange } from "./site-order.ts";
import { placesOf } from "./visible-places.ts";

/** Sequence kinds with the same containers, which are ordered together: sections and groups, say. */
export interface Family {
  readonly kinds: readonly Kind[];
  /** Names of the kinds that may hold its items. */
  readonly containers: ReadonlySet<string>;
  /** Do its own items hold others? Then the order of all of it is one, else each container has its own. */
  readonly isNested: boolean;
}

/** Families of the sequence kinds whose parent is a kind. */
export function familiesOf({ kinds }: Pick<Planning, "kinds">, parentKind: string): readonly Family[] {
  const families = new Map<string, Kind[]>();
  for (const kind of kinds.childrenOf(parentKind)) {
    if (kind.sequence === undefined) continue;
    const key = kind.sequence.containers.join(" ");
    addTo(families, key, kind);
  }
  return [...families.values()].map((members) => {
    const containers = new Set(members.flatMap(({ sequence }) => sequence?.containers ?? []));
    return { kinds: members, containers, isNested: members.some(({ name }) => containers.has(name)) };
  });
}

/** The current and the wanted order of the items of a family in one parent. */
export interface FamilyOrder {
  readonly family: Family;
  /** As live shows it, with items that are not wanted. */
  readonly live: Order;
  /** Without items that cannot be; containers whose place nobody can see (A22) come last. */
  readonly wanted: Order;
  /** All of it is there, and stands as wanted: nothing comes, goes or moves. */
  readonly isAsWanted?: true;
  readonly acts: readonly Act[];
  readonly rebuild: readonly string[];
}

/** Orders of a family in one parent, and the acts that lead from one to the other. */
export function orderFamily(planning: PlanContext, parent: DesiredResource, family: Family): FamilyOrder {
  const live = liveOrder(planning, planning.matching.liveOf(parent.address), family);
  const wanted = declaredOrder(planning, parent, family);
  if (isSameOrder(live, wanted)) return { acts: [], rebuild: [], family, live, wanted, isAsWanted: true };
  const kindOf = kindIn(planning, family);
  const traitsOf = (item: string): SequenceTraits | undefined => kindOf(item)?.sequence;
  const isContainer = (item: string): boolean => family.containers.has(kindOf(item)?.name ?? "");
  const isFixed = (item: string): boolean => isFixedKind(kindOf(item));
  const carried = new Set(family.kinds.map(({ sequence }) => sequence?.carries?.kind));
  const plan = arrange({
    current: currentOrder(planning, live, wanted, isContainer),
    wanted,
    isContainer,
    isFixed,
    isReparented: (item) => traitsOf(item)?.reparent !== undefined,
    isUnplaced: (item) => isUnseen(live, isFixed, item),
    isCreatedInPlace: (item) => traitsOf(item)?.containerBody !== undefined,
    needs: (item, other) => {
      const needed = traitsOf(item)?.needs;
      return needed !== undefined && kindOf(other)?.name === needed;
    },
    isCarried: (item) => carried.has(kindOf(item)?.name),
  });
  return { ...plan, family, live, wanted };
}

/** True when each container has the same items in the same order. */
function isSameOrder(live: Order, wanted: Order): boolean {
  if (live.size !== wanted.size) return false;
  return [...wanted].every(([container, items]) => {
    const standing = live.get(container);
    return standing?.length === items.length && items.every((item, index) => item === standing[index]);
  });
}

/** A live order in which a rebuilt item has the address that it will have again. */
export function asShown(planning: Planning, live: Order): Order {
  const shown = (item: string): string => {
    const resource = item.startsWith("#") ? liveItem(planning, item) : undefined;
    return (resource === undefined ? undefined : planning.recreatedAt(resource)) ?? item;
  };
  return new Map([...live].map(([container, items]) => [shown(container), items.map(shown)]));
}

function kindIn(planning: Planning, family: Family): (item: string) => Kind | undefined {
  return (item) => {
    const name = liveItem(planning, item)?.kind ?? planning.resourceAt(item)?.kind;
    return family.kinds.find((kind) => kind.name === name);
  };
}

/** Does nothing move items of a kind? Then nobody sees where an empty one is (A22). */
function isFixedKind(kind: Kind | undefined): boolean {
  return kind !== undefined && kind.sequence?.move === undefined;
}

/** Live items by container. A container without a place of its own is where its first item is listed (A22). */
export function liveOrder(planning: Planning, owner: LiveResource | undefined, family: Family): Order {
  if (owner === undefined) return new Map([[root, []]]);
  const all = family.kinds.flatMap((kind) => planning.liveIn(owner.organization, kind.name, owner.id));
  const order = new Map<string, string[]>([[root, []]]);
  for (const item of all) if (family.containers.has(item.kind)) order.set(itemName(planning, item), []);
  const listOf = listsByContainer(planning, family, order);
  for (const item of inDisplayOrder(all, family)) listOf(item).push(itemName(planning, item));
  return order;
}

/**
 * Finds the list of what holds an item, and adds it where there is none yet. The items are those of one parent, and
 * those of one container mostly come in a row.
 */
function listsByContainer(
  planning: Planning,
  family: Family,
  order: Map<string, string[]>,
): (item: LiveResource) => string[] {
  let last:
    | { readonly kind: string; readonly container: string | undefined; readonly list: string[] }
    | undefined;
  return (item) => {
    const container = containerId(family, item);
    if (last?.kind === item.kind && last.container === container) return last.list;
    const keys = containerKeys(planning.kinds.get(item.kind), item.organization, container);
    const found = firstOf(planning, keys);
    const name = found === undefined ? root : itemName(planning, found);
    const list = order.get(name) ?? [];
    order.set(name, list);
    last = { kind: item.kind, container, list };
    return list;
  };
}

function containerId(family: Family, item: LiveResource): string | undefined {
  return traitsIn(family, item)?.containerOf(item.answer);
}

function traitsIn(family: Family, item: LiveResource): SequenceTraits | undefined {
  return family.kinds.find(({ name }) => name === item.kind)?.sequence;
}

/** Items of a family in one parent as they are displayed, apart from what holds them. */
export function inDisplayOrder(items: readonly LiveResource[], family: Family): readonly LiveResource[] {
  const isPlaced = family.kinds.every(({ sequence }) => sequence?.placeOf !== undefined);
  if (isPlaced) return inPlaces(items, (item) => traitsIn(family, item)?.placeOf?.(item.answer));
  if (!family.isNested) return items;
  const isContainer = ({ kind }: LiveResource): boolean => family.containers.has(kind);
  const moving = items.filter((item) => !isContainer(item));
  const places = placesOf(moving, items.filter(isContainer), (item) => containerId(family, item));
  return inPlaces(items, (item) => places.get(item));
}

function inPlaces(
  items: readonly LiveResource[],
  placeOf: (item: LiveResource) => number | undefined,
): readonly LiveResource[] {
  return [...items].sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
}

/** Declared items by container: outer containers first, and containers whose place nobody can see last. */
function declaredOrder(planning: PlanContext, parent: DesiredResource, family: Family): Order {
  const names = new Set(family.kinds.map(({ name }) => name));
  const order = new Map<string, string[]>([[root, []]]);
  const possible = planning
    .desiredIn(parent.address)
    .filter(({ address, absent }) => !absent && planning.blockedReason(address) === undefined);
  for (const { kind, address } of possible) if (family.containers.has(kind)) order.set(address, []);
  const items = possible
    .filter(({ kind }) => names.has(kind))
    .sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  for (const { address, container } of items) order.get(container ?? root)?.push(address);
  for (const [name, inner] of order) if (inner.length === 0 && keepsOne(planning, name)) order.delete(name);
  if (!family.isNested) return order;
  const kindOf = kindIn(planning, family);
  return visibleOrder(outerListsFirst(order), (item) => isFixedKind(kindOf(item)));
}

/** A container that keeps at least one item (A26) cannot mean to be empty: its items are not declared. */
function keepsOne(planning: Planning, name: string): boolean {
  const kind = planning.resourceAt(name)?.kind;
  return kind !== undefined && planning.kinds.get(kind).sequence?.firstChild !== undefined;
}

/** The same lists, those of outer containers first. */
function outerListsFirst(order: Order): Order {
  const { containers: outer } = listsOf(order);
  const containers = outerFirst([...order.keys()], (name) => outer.get(name));
  return new Map(containers.map((name) => [name, order.get(name) ?? []]));
}

/** Containers that hold nothing, and that nothing moves, go last: nobody sees their place (A22). */
function visibleOrder(order: Order, isFixed: (item: string) => boolean): Order {
  const goesLast = (item: string): boolean => isUnseen(order, isFixed, item);
  return new Map(
    [...order].map(([container, items]) => [
      container,
      [...items.filter((item) => !goesLast(item)), ...items.filter(goesLast)],
    ]),
  );
}

/** Live order without what is declared absent, apart from containers, and with what another create makes. */
function currentOrder(
  planning: PlanContext,
  live: Order,
  wanted: Order,
  isContainer: (item: string) => boolean,
): Order {
  const isThere = (item: string): boolean => isContainer(item) || planning.resourceAt(item)?.absent !== true;
  const current = new Map([...live].map(([container, items]) => [container, items.filter(isThere)]));
  for (const [container, items] of wanted) {
    const created = items.filter((item) => isCreatedByAnother(planning, item));
    if (created.length > 0) current.set(container, created);
  }
  return current;
}

/** True for an item that the create of its container or parent creates. */
function isCreatedByAnother(planning: PlanContext, item: string): boolean {
  const resource = planning.resourceAt(item);
  const isNew = planning.matching.liveOf(item) === undefined;
  return resource !== undefined && isNew && createdBy(planning, resource).by !== "own";
}
