import type { FieldChange } from "../../model/documents/plan-document.ts";
import { leastMoves } from "./moves.ts";

/** Items by container, in order. A container is an item itself, or `root`. */
export type Order = ReadonlyMap<string, readonly string[]>;

/** The item that another one moves next to. */
export interface Anchor {
  readonly side: "before" | "after";
  readonly sibling: string;
}

/** Moves an item in its container, or into another one. Without an anchor it goes to the end. */
export interface MoveAct {
  readonly type: "move";
  readonly item: string;
  readonly container: string;
  readonly anchor: Anchor | undefined;
  readonly isElsewhere: boolean;
}

/** Lists that acts change. */
export interface Lists {
  /** Items by container. */
  readonly items: Map<string, string[]>;
  /** Container of each item that is there. */
  readonly containers: Map<string, string>;
}

/** The lists of an order, to be changed. */
export function listsOf(order: Order): Lists {
  const pairs = [...order].flatMap(([container, items]) => items.map((item) => [item, container] as const));
  return {
    items: new Map([...order].map(([container, items]) => [container, [...items]])),
    containers: new Map(pairs),
  };
}

/** Takes an item out of its list, if it is in one, and puts it into another: next to its anchor, or at the end. */
export function put(lists: Lists, item: string, container: string, anchor?: Anchor): void {
  const before = lists.items.get(lists.containers.get(item) ?? "") ?? [];
  const from = before.indexOf(item);
  if (from >= 0) before.splice(from, 1);
  const list = lists.items.get(container) ?? [];
  const beside = anchor === undefined ? list.length : list.indexOf(anchor.sibling);
  list.splice(beside + (anchor?.side === "after" ? 1 : 0), 0, item);
  lists.items.set(container, list);
  lists.containers.set(item, container);
}

/** An item that has to move, and its neighbours by then. */
export interface Placing {
  readonly item: string;
  /** The item before it in the order, which is in its place by then. */
  readonly previous: string | undefined;
  /** The next item in the order that does not move. */
  readonly next: string | undefined;
}

/**
 * The fewest items that have to move so that a list is in an order, in that order. Items of `wanted` that are not in the
 * list come into it. Items in `fixed` cannot move, and are in the wanted order already.
 */
export function placings(
  current: readonly string[],
  wanted: readonly string[],
  fixed?: ReadonlySet<string>,
): readonly Placing[] {
  const staying = new Set(current);
  const there = wanted.filter((item) => staying.has(item));
  for (const item of leastMoves(current, there, fixed)) staying.delete(item);
  const all: Placing[] = [];
  let next: string | undefined;
  for (let index = wanted.length - 1; index >= 0; index--) {
    const item = wanted[index] ?? "";
    if (staying.has(item)) next = item;
    else all.push({ item, previous: wanted[index - 1], next });
  }
  return all.reverse();
}

/** The anchor of an item that can move next to any other one. */
export function anchorOf({ previous, next }: Placing): Anchor | undefined {
  if (previous !== undefined) return { side: "after", sibling: previous };
  return next === undefined ? undefined : { side: "before", sibling: next };
}

/** The place of an item: from 1, in its container. */
export interface Place {
  readonly container: string;
  readonly place: number;
}

/** The places of all items of an order. */
export function placesIn(order: Order): ReadonlyMap<string, Place> {
  return new Map(
    [...order].flatMap(([container, items]) =>
      items.map((item, index) => [item, { container, place: index + 1 }] as const),
    ),
  );
}

/** A move as people read it. `parent` is left out for a move inside a container, a place that nobody sees too. */
export function placeFields(
  parent: FieldChange | undefined,
  before: Place | undefined,
  after: Place | undefined,
): FieldChange[] {
  const position: FieldChange = {
    path: "position",
    ...(before === undefined ? {} : { before: before.place }),
    ...(after === undefined ? {} : { after: after.place }),
  };
  return parent === undefined ? [position] : [parent, position];
}

/** Containers, each after its own container. */
export function outerFirst(
  containers: readonly string[],
  containerOf: (container: string) => string | undefined,
): readonly string[] {
  const depths = new Map<string, number>();
  const depthOf = (container: string): number => {
    const path: string[] = [];
    let at: string | undefined = container;
    for (; at !== undefined && !depths.has(at); at = containerOf(at)) path.push(at);
    let depth = at === undefined ? 0 : (depths.get(at) ?? 0);
    for (const name of path.reverse()) depths.set(name, ++depth);
    return depth;
  };
  const ranked = containers.map((container) => ({ container, depth: depthOf(container) }));
  return ranked.sort((a, b) => a.depth - b.depth).map(({ container }) => container);
}
