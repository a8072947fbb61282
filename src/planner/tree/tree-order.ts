import { groupBy } from "../../model/group-by.ts";
import { anchorOf, type MoveAct, outerFirst, placings } from "../sequence/ordered-lists.ts";
import { type Prerequisite, prerequisites } from "../state/draft.ts";

/** Something that is in the tree afterwards: in a container, or at the root. */
export interface TreeItem {
  readonly name: string;
  /** Others can be in it. */
  readonly isContainer: boolean;
  /** Its container now; of a new one, the container that it appears in: at the end of that (A16, A18). */
  readonly from: string;
  /** Its container afterwards. */
  readonly to: string;
  readonly isNew: boolean;
  /** The item that a new one is a copy of. */
  readonly original: string | undefined;
}

/** A tree that is to be rearranged. Containers are items, or the root. */
export interface TreeArrangement {
  readonly items: readonly TreeItem[];
  /** The items of each container now, in the order that can be seen. */
  readonly current: ReadonlyMap<string, readonly string[]>;
  /** The relative order that the items of a container shall have; items that it does not name have none. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
  /** True when a container has a visible place now, since a space is in it. */
  readonly isSeen: (container: string) => boolean;
  /** True when it will have one. */
  readonly willBeSeen: (container: string) => boolean;
}

/** One thing that is done to the tree, and the keys of the acts that come first. */
export type TreeAct = (AppearAct | MoveAct) & { readonly after: readonly Prerequisite[] };

/** A new item appears at the end of a container: it is created, copied or restored. */
interface AppearAct {
  readonly type: "appear";
  readonly item: string;
  readonly container: string;
}

/** The name of an act among all acts. */
export function actKey({ type, item }: Pick<TreeAct, "type" | "item">): string {
  return `${type} ${item}`;
}

/**
 * The acts that rearrange a tree: new items appear first, then others move, outer containers first, so that nothing moves
 * below itself (A18). Each item that changes its container takes one move, and each list n − LIS. A copy appears in the
 * container that its original is in now, so it takes a move of its own where both change their container.
 */
export function arrangeTree(tree: TreeArrangement): readonly TreeAct[] {
  const items = new Map(tree.items.map((item) => [item.name, item]));
  const moving: Moving = {
    tree,
    items,
    copies: groupBy(
      tree.items.filter(({ original }) => original !== undefined),
      ({ original }) => original ?? "",
    ),
    placed: new Map(),
    last: new Map(),
    appeared: new Map(),
  };
  const appearing = groupBy(
    tree.items.filter(({ isNew }) => isNew),
    ({ from }) => from,
  );
  const members = groupBy(tree.items, ({ to }) => to);
  return [
    ...[...appearing].flatMap(([container, all]) => appearActs(moving, container, all)),
    ...outerFirst(busyIn(tree, members), (name) => items.get(name)?.to).flatMap((container) =>
      moveActs(moving, container, members.get(container) ?? []),
    ),
  ];
}

/** A tree, with the acts so far. */
interface Moving {
  readonly tree: TreeArrangement;
  readonly items: ReadonlyMap<string, TreeItem>;
  /** Copies by their original. */
  readonly copies: ReadonlyMap<string, readonly TreeItem[]>;
  /** Key of the last act of each item. */
  readonly placed: Map<string, string>;
  /** Key of the last act in the order of each container. */
  readonly last: Map<string, string>;
  /** New items by the container that they appear in, as they appear. */
  readonly appeared: Map<string, readonly string[]>;
}

/** New items appear one after the other, as they are ordered, each original before its copies. */
function appearActs(moving: Moving, container: string, all: readonly TreeItem[]): readonly TreeAct[] {
  const { tree, items, placed, last, appeared } = moving;
  const order = tree.orders.get(container) ?? [];
  const named = new Set(order);
  const sorted = new Set<TreeItem>();
  const visit = (item: TreeItem | undefined): void => {
    if (item?.isNew !== true || item.from !== container || sorted.has(item)) return;
    if (item.original !== undefined) visit(items.get(item.original));
    sorted.add(item);
  };
  for (const name of order) visit(items.get(name));
  for (const item of all) visit(item);
  appeared.set(
    container,
    [...sorted].map(({ name }) => name),
  );
  return [...sorted].map(({ name, original }) => {
    const isOrdered = named.has(name);
    const after = [
      ...prerequisites(known(placed.get(original ?? "")), "reference"),
      ...prerequisites(known(isOrdered ? last.get(container) : undefined), "list"),
    ];
    const act = { type: "appear", item: name, container, after } as const;
    placed.set(name, actKey(act));
    if (isOrdered) last.set(container, actKey(act));
    return act;
  });
}

function moveActs(moving: Moving, container: string, members: readonly TreeItem[]): readonly TreeAct[] {
  const { items, copies, placed, last } = moving;
  const order = comparedOrder(moving, container);
  const compared = new Set(order);
  const elsewhere = members.filter(({ name, from, to }) => from !== to && !compared.has(name));
  const moves = placings(comparedNow(moving, container, order), order).map((placing) => ({
    item: placing.item,
    anchor: anchorOf(placing),
  }));
  const isIn = containerActs(moving, container);
  return [...elsewhere.map(({ name }) => ({ item: name, anchor: undefined })), ...moves].map(
    ({ item: name, anchor }) => {
      const item = items.get(name);
      const isElsewhere = item?.from !== item?.to;
      const after = [
        ...prerequisites(known(placed.get(name)), "parent"),
        ...prerequisites(known(compared.has(name) ? last.get(container) : undefined), "list"),
        ...prerequisites(isElsewhere && item?.isContainer === true ? isIn : [], "parent"),
        ...prerequisites(isElsewhere ? (copies.get(name) ?? []).map(appearKey) : [], "reference"),
      ];
      const act = { type: "move", item: name, container, anchor, isElsewhere, after } as const;
      placed.set(name, actKey(act));
      if (compared.has(name)) last.set(container, actKey(act));
      return act;
    },
  );
}

function known(key: string | undefined): readonly string[] {
  return key === undefined ? [] : [key];
}

function appearKey({ name }: TreeItem): string {
  return actKey({ type: "appear", item: name });
}

/**
 * The order of a container as far as it is compared. Nobody sees the place of an empty collection among spaces, so it has
 * none. Collections alone are listed in their order, empty or not.
 */
function comparedOrder({ tree, items }: Moving, container: string): readonly string[] {
  const order = tree.orders.get(container) ?? [];
  const isCollection = (name: string): boolean => items.get(name)?.isContainer === true;
  if (order.every(isCollection)) return order;
  return order.filter((name) => !isCollection(name) || tree.willBeSeen(name));
}

/** The items of a compared order that are in its container already; an empty collection among spaces has no place there. */
function comparedNow(
  { tree, items, appeared }: Moving,
  container: string,
  order: readonly string[],
): readonly string[] {
  const compared = new Set(order);
  const isCollection = (name: string): boolean => items.get(name)?.isContainer === true;
  const isMixed = !order.every(isCollection);
  const isUnseen = (name: string): boolean => isMixed && isCollection(name) && !tree.isSeen(name);
  const now = (tree.current.get(container) ?? []).filter((name) => !isUnseen(name));
  return [...now, ...(appeared.get(container) ?? [])].filter((name) => compared.has(name));
}

/** Keys of the acts after which a container is in its own container, and so are all that it is in. */
function containerActs({ items, placed }: Moving, container: string): readonly string[] {
  const keys: string[] = [];
  for (let at = items.get(container); at !== undefined; at = items.get(at.to)) {
    const key = placed.get(at.name);
    // A move inside a list changes nothing of what is in what.
    if (key !== undefined && (at.isNew || at.from !== at.to)) keys.push(key);
    // A move from elsewhere has waited for what it goes into.
    if (key !== undefined && at.from !== at.to) break;
  }
  return keys;
}

/** The containers in which something may have to move. */
function busyIn(
  { orders }: TreeArrangement,
  members: ReadonlyMap<string, readonly TreeItem[]>,
): readonly string[] {
  const busy = [...members].filter(
    ([container, all]) => orders.has(container) || all.some(({ from, to }) => from !== to),
  );
  return busy.map(([container]) => container);
}
