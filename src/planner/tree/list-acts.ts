import { addTo } from "../../model/group-by.ts";
import { leastMoves, longestIncreasing } from "../sequence/moves.ts";
import type { Prerequisite } from "../state/draft.ts";

/** Something that stands in the tree afterwards: in a holder, or at the root. */
export interface TreeItem {
  readonly name: string;
  /** Others can stand in it. */
  readonly isHolder: boolean;
  /** Where it stands now; of a new one, where it comes into being: at the end of that (A16, A18). */
  readonly from: string;
  /** Where it shall stand. */
  readonly to: string;
  readonly isNew: boolean;
  /** A new one comes into being only once this item stands where it shall. */
  readonly behind?: string;
  /** Something else can only move once this new one is there: it comes before everything else that happens there. */
  readonly isEarly?: boolean;
  /**
   * Of early ones, the deepest comes first: what stood deepest where it comes from, and has to come out first, or what
   * has the longest row of copies of copies.
   */
  readonly depth?: number;
  /** New ones that must be there before this item changes its container. */
  readonly copies?: readonly string[];
}

/** A tree that is to be rearranged: containers are the names of holders, or that of the root. */
export interface TreeArrangement {
  readonly items: readonly TreeItem[];
  /**
   * What stands in each container now, in order. A holder that nothing can be seen in comes right after the
   * holder that is listed before it: the first place that it can have.
   */
  readonly current: ReadonlyMap<string, readonly string[]>;
  /** What shall stand in a container in this relative order; what is not named has none. */
  readonly orders: ReadonlyMap<string, readonly string[]>;
  /** Has the holder a place that can be seen now, since it holds something? */
  readonly isSeen: (holder: string) => boolean;
  /** Will it have one? */
  readonly willBeSeen: (holder: string) => boolean;
}

/** One thing that is done in one container. */
export type ListAct =
  /** It comes into being, at the end of where that happens. */
  | { readonly type: "appear"; readonly item: string }
  /** Without an anchor: to the end. */
  | {
      readonly type: "move";
      readonly item: string;
      readonly anchor: Anchor | undefined;
      readonly isElsewhere: boolean;
    };

/** Next to which item of the same container. */
export interface Anchor {
  readonly side: "before" | "after";
  readonly sibling: string;
}

interface List {
  readonly tree: TreeArrangement;
  readonly item: (name: string) => TreeItem | undefined;
  /** What is ordered. */
  readonly wanted: readonly string[];
  /** What is ordered and stands here already, or comes first of all, in order. */
  readonly standing: readonly string[];
  /** Holders among those that have no place among the others: only among themselves. */
  readonly apart: ReadonlySet<string>;
}

/**
 * The fewest acts that bring what an order names into that order. A holder in which nothing can be seen
 * afterwards is ordered among holders only: nobody can see more of its place. Where another holder has to come
 * next to such ones, they all get a place.
 */
export function listActs(
  tree: TreeArrangement,
  items: ReadonlyMap<string, TreeItem>,
  container: string,
): readonly ListAct[] {
  const wanted = tree.orders.get(container) ?? [];
  const names = new Set(wanted);
  const current = (tree.current.get(container) ?? []).filter((name) => names.has(name));
  if (areLeavesInOrder(wanted, current, items)) return [];
  const early = wanted
    .filter((name) => isEarly(items.get(name)))
    .sort((a, b) => (items.get(b)?.depth ?? 0) - (items.get(a)?.depth ?? 0));
  const list = {
    tree,
    item: (name: string) => items.get(name),
    wanted,
    standing: [...current, ...early.filter((name) => isBornHere(items.get(name)))],
  };
  const first = early.map((item) => ({ type: "appear", item }) as const);
  const staysUnseen = (name: string): boolean => items.get(name)?.isHolder === true && !tree.willBeSeen(name);
  const hasLeaves = wanted.some((name) => items.get(name)?.isHolder !== true);
  const apart = new Set(hasLeaves ? wanted.filter(staysUnseen) : []);
  const acts = actsOf({ ...list, apart });
  const movesHolder = acts.some(
    ({ type, item }) => type === "move" && items.get(item)?.isHolder === true && !apart.has(item),
  );
  return [...first, ...(movesHolder && apart.size > 0 ? actsOf({ ...list, apart: new Set() }) : acts)];
}

/** Does all that is ordered stand as it shall, and hold nothing whose place may be hidden? */
function areLeavesInOrder(
  wanted: readonly string[],
  current: readonly string[],
  items: ReadonlyMap<string, TreeItem>,
): boolean {
  return (
    wanted.length === current.length &&
    wanted.every((name, at) => {
      const item = name === current[at] ? items.get(name) : undefined;
      return item !== undefined && !item.isHolder && !item.isNew;
    })
  );
}

function actsOf(list: List): readonly ListAct[] {
  const staying = stayingOf(list);
  const before = { any: undefined as string | undefined, holder: undefined as string | undefined };
  return list.wanted.flatMap((name): readonly ListAct[] => {
    const item = list.item(name);
    const isElsewhere = item !== undefined && item.from !== item.to;
    const isBorn = item?.isNew === true && !isEarly(item);
    const born: readonly ListAct[] = isBorn ? [{ type: "appear", item: name }] : [];
    const anchor = staying.has(name) ? undefined : anchorFor(list, name, before, staying);
    if (!list.apart.has(name)) before.any = name;
    if (item?.isHolder === true) before.holder = name;
    return staying.has(name) ? born : [...born, { type: "move", item: name, anchor, isElsewhere }];
  });
}

/** Next to what an item is put: what is before it by then, else what stands there to stay. */
function anchorFor(
  { apart, wanted, item }: List,
  name: string,
  before: { readonly any: string | undefined; readonly holder: string | undefined },
  staying: ReadonlySet<string>,
): Anchor | undefined {
  const isThere = (other: string): boolean =>
    staying.has(other) && (item(other)?.isNew !== true || isEarly(item(other)));
  const sibling = apart.has(name) ? (before.holder ?? before.any) : before.any;
  if (sibling !== undefined && (before.holder !== undefined || !apart.has(name)))
    return { side: "after", sibling };
  const fits = (other: string): boolean =>
    apart.has(name) ? item(other)?.isHolder === true : !apart.has(other);
  const next = wanted.find((other) => fits(other) && isThere(other));
  if (next !== undefined) return { side: "before", sibling: next };
  return sibling === undefined ? undefined : { side: "after", sibling };
}

/** What needs no move: a longest part that is in order, new ones at the end of it. */
function stayingOf(list: List): ReadonlySet<string> {
  const { wanted, standing, apart, item } = list;
  const index = new Map(wanted.map((name, place) => [name, place]));
  const born = wanted.filter((name) => isBornHere(item(name)) && !isEarly(item(name)));
  const vague = vagueIn(list);
  const sequence = [...standing.filter((name) => !vague.has(name)), ...born].filter(
    (name) => !apart.has(name),
  );
  const kept = longestIncreasing(sequence.map((name) => index.get(name) ?? 0));
  const staying = new Set(kept.map((place) => wanted[place] ?? ""));
  if (apart.size === 0) return staying;
  const holders = [...standing, ...born].filter(
    (name) => apart.has(name) || (staying.has(name) && item(name)?.isHolder === true),
  );
  const fixed = new Set(holders.filter((name) => staying.has(name)));
  const among = new Set(holders);
  const moving = new Set(
    leastMoves(
      holders,
      wanted.filter((name) => among.has(name)),
      fixed,
    ),
  );
  return new Set([...staying, ...holders.filter((name) => !moving.has(name))]);
}

function isEarly(item: TreeItem | undefined): boolean {
  return item?.isNew === true && item.isEarly === true;
}

function isBornHere(item: TreeItem | undefined): boolean {
  return item?.isNew === true && item.from === item.to;
}

/**
 * Holders that may stand before or behind something that is ordered, and nobody can see which: up to the next
 * holder that can be seen comes something that is none.
 */
function vagueIn({ tree, standing, item, apart }: List): ReadonlySet<string> {
  const vague = new Set<string>();
  let hasLeaf = false;
  for (const name of [...standing].reverse()) {
    const isHolder = item(name)?.isHolder === true;
    if (!isHolder) hasLeaf = true;
    else if (tree.isSeen(name)) hasLeaf = false;
    else if (hasLeaf && !apart.has(name)) vague.add(name);
  }
  return vague;
}

/** Those that can never be done: they wait for each other in a circle, or for such ones. `after` has keys of others. */
export function neverDone<T extends { readonly after: readonly Prerequisite[] }>(
  acts: readonly T[],
  keyOf: (act: T) => string,
): readonly T[] {
  const keys = new Set(acts.map(keyOf));
  const left = new Map(acts.map((act) => [act, act.after.filter(({ key }) => keys.has(key)).length]));
  const waiting = new Map<string, T[]>();
  for (const act of acts) for (const { key } of act.after) addTo(waiting, key, act);
  const ready = acts.filter((act) => left.get(act) === 0);
  for (let done = ready.pop(); done !== undefined; done = ready.pop()) {
    left.delete(done);
    for (const act of waiting.get(keyOf(done)) ?? []) {
      const others = (left.get(act) ?? 0) - 1;
      left.set(act, others);
      if (others === 0) ready.push(act);
    }
  }
  return [...left.keys()];
}
