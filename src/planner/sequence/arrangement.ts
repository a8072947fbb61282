/** Name of the container that is not an item itself: the root of a site. */
export const root = "";

/** Marks the old one of a fixed item that is built anew. */
export const oldMark = " (old)";

/** Items by container, in order; the container is an item, or `root`. */
export type Order = ReadonlyMap<string, readonly string[]>;

/** What is to be arranged: items that stand in containers, some of which are items themselves. */
export interface Arrangement {
  /** How items stand now, with those that go: others can be put next to them while they are there. */
  readonly current: Order;
  /** Outer containers come first. Holders that nobody will see (A22) are the last of their container. */
  readonly wanted: Order;
  /** Nothing moves it (a group, A25). A fixed item holds others; one that is not wanted is dissolved. */
  readonly isFixed: (item: string) => boolean;
  /** Nothing stands in it now, so nobody can see its place among what moves (A22). */
  readonly isUnplaced: (item: string) => boolean;
  /** Its create puts it at the end of its container; others stand at the end of the root first. */
  readonly isCreatedInPlace: (item: string) => boolean;
  /** Built anew only where nothing else will do: its manifest names its id, or protects it. */
  readonly isKept?: (item: string) => boolean;
  /** The item that comes in the place of one that is not wanted: that one is built anew. */
  readonly renewed?: (item: string) => string | undefined;
  /** Number of items that one item stands for; one, when it is left out. */
  readonly weightOf?: (item: string) => number;
}

/** Will nothing that moves stand in a wanted item, at any depth? */
export function isUnseen(input: Arrangement, item: string): boolean {
  const inner = input.wanted.get(item);
  return inner?.every((one) => input.isFixed(one) && isUnseen(input, one)) === true;
}

/** One thing that is done to the order, in the order of the acts; items go by their names, or by numbers. */
export type ActOn<Item> =
  | {
      readonly type: "create";
      readonly item: Item;
      readonly container: Item;
      readonly carried: readonly Item[];
    }
  /** Deletes a container; what it holds takes its place (A25). */
  | { readonly type: "dissolve"; readonly item: Item }
  | { readonly type: "append"; readonly item: Item; readonly container: Item }
  | {
      readonly type: "place";
      readonly item: Item;
      readonly side: "before" | "after";
      readonly sibling: Item;
    }
  /** Moves to the end of the container it stands in (A24, empty position). */
  | { readonly type: "last"; readonly item: Item }
  /** To the end of the root, in a temporary container that is dissolved at once: two calls. */
  | { readonly type: "lift"; readonly items: readonly Item[] };

/** An act on items by their names. */
export type Act = ActOn<string>;

/** The same act, on items that go by other names. */
export function mapAct<From, To>(act: ActOn<From>, to: (item: From) => To): ActOn<To> {
  switch (act.type) {
    case "create":
      return { ...act, item: to(act.item), container: to(act.container), carried: act.carried.map(to) };
    case "append":
      return { ...act, item: to(act.item), container: to(act.container) };
    case "place":
      return { ...act, item: to(act.item), sibling: to(act.sibling) };
    case "lift":
      return { ...act, items: act.items.map(to) };
    case "dissolve":
    case "last":
      return { ...act, item: to(act.item) };
  }
}

/** Calls that an act takes: a lift creates and dissolves, and an item that stands for several is moved by as many. */
export function callsOf<Item>(act: ActOn<Item>, weightOf: (item: Item) => number): number {
  if (act.type === "lift") return 2;
  return act.type === "create" || act.type === "dissolve" ? 1 : weightOf(act.item);
}

/** The items that an act is done to. */
export function itemsOf(act: Act): readonly string[] {
  return act.type === "lift" ? act.items : [act.item];
}

/** How to get from current to wanted with few calls. */
export interface ArrangementPlan {
  readonly acts: readonly Act[];
  /** Fixed items that must be built anew: nothing moves them, and what moves cannot get around them. */
  readonly rebuild: readonly string[];
}
