import type { Address } from "../model/address.ts";
import type { DesiredResource, OrderItem } from "../model/desired.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { isTreeKind, root, treeField } from "../planner/match/tree-kind.ts";
import { familiesOf, liveOrder } from "../planner/sequence/structure.ts";
import { liveItem, parentKey } from "../planner/state/live-address.ts";
import { type LiveTree, liveTreeOf } from "../planner/tree/live-tree.ts";
import type { Pulling } from "./pulling.ts";

/** The place of an item in the structure of its owner. */
interface Place {
  readonly container?: LiveResource;
  readonly index: number;
}

/** The places of all items of structures. */
export interface Places {
  readonly placeOf: (live: LiveResource) => Place | undefined;
  /**
   * Is it in a structure that manifests cannot express, or that is not pulled? A list without an item would delete it.
   */
  readonly isUnsayable: (live: LiveResource) => boolean;
  /** Does the structure of an owner stay as it is written, as manifests cannot say it, or it is not pulled? */
  readonly isStructureLeft: (owner: LiveResource) => boolean;
}

/** Reads the structures of all that is declared, or to be. */
export function livePlaces(pulling: Pulling): Places {
  const { live, kinds, naming } = pulling;
  const places = new Map<LiveResource, Place>();
  const unsayable = new Set<string>();
  for (const owner of live.resources) {
    const families = familiesOf(pulling, owner.kind);
    if (families.length === 0 || !naming.isDeclared(owner)) continue;
    const items = families
      .flatMap((family) => family.kinds)
      .flatMap((kind) => pulling.view.liveIn(owner.organization, kind.name, owner.id));
    if (!isStructureMeant(pulling, owner, items)) {
      unsayable.add(liveKey(owner));
      continue;
    }
    if (items.some((item) => naming.addressOf(item) === undefined)) {
      unsayable.add(liveKey(owner));
      pulling.leaveOut(naming.addressOf(owner) ?? "", noName, "structure");
      continue;
    }
    for (const family of families)
      for (const [container, names] of liveOrder(pulling.view, owner, family))
        for (const [index, name] of names.entries()) addPlace(pulling, places, { container, name, index });
  }
  return {
    placeOf: (one) => places.get(one),
    isUnsayable: (one) => {
      const kind = kinds.get(one.kind);
      return kind.sequence !== undefined && unsayable.has(parentKey(kind, one) ?? "");
    },
    isStructureLeft: (owner) => unsayable.has(liveKey(owner)),
  };
}

/** Is an owner pulled, or something in its structure? Otherwise its structure stays as it is written. */
function isStructureMeant(
  { naming, isMeant, before }: Pulling,
  owner: LiveResource,
  items: readonly LiveResource[],
): boolean {
  const address = naming.addressOf(owner);
  if (address === undefined || isMeant(address, owner)) return true;
  const isItemMeant = (item: LiveResource): boolean => isMeant(naming.addressOf(item) ?? address, item);
  return (
    items.some(isItemMeant) || before.resources.some((one) => one.parent === address && isMeant(one.address))
  );
}

const noName =
  "something in it has no key that manifests could write, such as a space that is shown twice in one place";

function addPlace(
  { view }: Pulling,
  places: Map<LiveResource, Place>,
  { container, name, index }: { readonly container: string; readonly name: string; readonly index: number },
): void {
  const live = liveItem(view, name);
  const group = container === root ? undefined : liveItem(view, container);
  if (live !== undefined) places.set(live, { index, ...(group === undefined ? {} : { container: group }) });
}

/** The address of the container of an item; undefined when it is at the root of its parent. */
export function containerAddress({ naming }: Pulling, place: Place | undefined): Address | undefined {
  return place?.container === undefined ? undefined : naming.addressOf(place.container);
}

/** The orders of the trees of all organizations, as manifests write them. */
export interface TreeOrders {
  /** By alias. */
  readonly roots: ReadonlyMap<string, readonly OrderItem[]>;
  /** By address of the parent. */
  readonly parents: ReadonlyMap<Address, readonly OrderItem[]>;
  /** Addresses whose place an order says. */
  readonly placed: ReadonlySet<Address>;
  /** Addresses whose place an order of the manifests says already, and nothing else. */
  readonly placedBefore: ReadonlySet<Address>;
}

/** The orders that manifests write, each as it is live. */
export function ordersOf(pulling: Pulling): TreeOrders {
  const orders: Orders = { roots: new Map(), parents: new Map(), placed: new Set(), placedBefore: new Set() };
  for (const organization of pulling.organizations) addOrders(pulling, organization, orders);
  return orders;
}

interface Orders extends TreeOrders {
  readonly roots: Map<string, readonly OrderItem[]>;
  readonly parents: Map<Address, readonly OrderItem[]>;
  readonly placed: Set<Address>;
  readonly placedBefore: Set<Address>;
}

function addOrders(pulling: Pulling, organization: Writing["organization"], orders: Orders): void {
  const { naming, kinds, view, before, isMeant, declaredAt, matching } = pulling;
  const { alias } = organization;
  const things = kinds
    .childrenOf()
    .filter(isTreeKind)
    .flatMap(({ name }) => view.liveIn(alias, name))
    .filter(({ deleted }) => deleted !== true);
  const known = before.organizations.find((one) => one.alias === alias);
  const ordered = orderedBefore(pulling, alias);
  for (const address of ordered) orders.placedBefore.add(address);
  // When a resource of the tree is pulled, its orders are pulled as a whole.
  const isThingMeant = (live: LiveResource): boolean => {
    const address = naming.addressOf(live);
    return address !== undefined && isMeant(address, live);
  };
  const isPruned = (one: DesiredResource): boolean =>
    one.organization === alias &&
    isTreeKind(kinds.get(one.kind)) &&
    isMeant(one.address) &&
    matching.liveOf(one.address) === undefined;
  const prunes = pulling.isPruned && before.resources.some(isPruned);
  if (!isMeant(alias) && !prunes && !things.some(isThingMeant)) {
    for (const address of ordered) orders.placed.add(address);
    return;
  }
  const tree = liveTreeOf(kinds, things);
  const writing: Writing = { pulling, tree, organization, placed: orders.placed, ordered };
  const isRootOrdered = known?.order !== undefined || (known === undefined && isMeant(alias));
  const root = isRootOrdered ? itemsIn(writing, undefined, known?.order) : [];
  if (root.length > 0 || known?.order !== undefined) orders.roots.set(alias, root);
  for (const parent of things) {
    const address = naming.addressOf(parent);
    const isParent = kinds.get(parent.kind).tree?.holds === true;
    if (!isParent || address === undefined || !naming.isDeclared(parent)) continue;
    const declared = declaredAt(address);
    const isOrdered = declared === undefined ? isRootOrdered : declared.order !== undefined;
    const items = isOrdered ? itemsIn(writing, parent, declared?.order) : [];
    if (items.length > 0 || declared?.order !== undefined) orders.parents.set(address, items);
  }
}

/** An organization whose orders are written. */
interface Writing {
  readonly pulling: Pulling;
  readonly tree: LiveTree;
  readonly organization: Pulling["organizations"][number];
  readonly placed: Set<Address>;
  /** Addresses whose place an order of the manifests says already. */
  readonly ordered: ReadonlySet<Address>;
}

/** The addresses in the orders of the manifests. */
function orderedBefore({ before, kinds }: Pulling, alias: string): ReadonlySet<Address> {
  const resources = before.resources.filter(({ organization }) => organization === alias);
  const items = [
    ...before.organizations.filter((one) => one.alias === alias).flatMap(({ order = [] }) => order),
    ...resources.flatMap(({ order = [] }) => order),
  ];
  const sources = new Set(items.map(({ source }) => source));
  const isPlaced = ({ kind, sources: own }: DesiredResource): boolean => {
    const source = own[treeField(kinds.get(kind), "parent") ?? ""];
    return source !== undefined && sources.has(source);
  };
  return new Set(resources.filter(isPlaced).map(({ address }) => address));
}

/** The items of one order: what it names, as it stands now, and what is new in it. */
function itemsIn(
  { pulling, tree, organization, placed, ordered }: Writing,
  parent: LiveResource | undefined,
  written: readonly OrderItem[] | undefined,
): readonly OrderItem[] {
  const { naming, kinds } = pulling;
  const known = new Map(written?.map((item) => [nameIn(pulling, organization.alias, item), item]));
  const items: OrderItem[] = [];
  for (const live of tree.inside(parent?.id)) {
    const address = naming.addressOf(live);
    const isDeclared = naming.isDeclared(live);
    const before = known.get(address ?? "") ?? known.get(`id:${live.id}`);
    const isNew = address !== undefined && isDeclared && pulling.declaredAt(address) === undefined;
    const isMoved = address !== undefined && isDeclared && ordered.has(address);
    if (written !== undefined && before === undefined && !isNew && !isMoved) continue;
    const name = (isDeclared ? naming.keyOf(live) : undefined) ?? `id:${live.id}`;
    items.push(before ?? { kind: kinds.get(live.kind).name, name, source: organization.source });
    if (address !== undefined && isDeclared) placed.add(address);
  }
  return withMissing(pulling, organization.alias, items, written ?? []);
}

function nameIn({ kinds }: Pulling, alias: string, { kind, name }: OrderItem): string {
  return name.startsWith("id:") ? name : `${alias}/${kinds.get(kind).plural}.${name}`;
}

/** A named resource that the platform lacks keeps its place, after the one that it follows, unless it is pruned. */
function withMissing(
  pulling: Pulling,
  alias: string,
  items: readonly OrderItem[],
  written: readonly OrderItem[],
): readonly OrderItem[] {
  const all = [...items];
  for (const [index, item] of written.entries()) {
    const address = nameIn(pulling, alias, item);
    const isMissing =
      pulling.declaredAt(address) !== undefined && pulling.matching.liveOf(address) === undefined;
    if (!isMissing || (pulling.isPruned && pulling.isMeant(address))) continue;
    const previous = written.slice(0, index).findLast((one) => all.includes(one));
    all.splice(previous === undefined ? 0 : all.indexOf(previous) + 1, 0, item);
  }
  return all;
}
