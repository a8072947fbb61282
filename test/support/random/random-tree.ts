import fc from "fast-check";
import type { TreeArrangement, TreeItem } from "../../../src/planner/tree/tree-order.ts";

/** The parent of those that are in no other one. */
export const root = "";

/** A tree as it really is: nobody sees the place of a container that holds nothing. */
export type Lists = Map<string, string[]>;

/** A tree to rearrange, and how it really stands. */
export interface Drawn {
  readonly items: readonly TreeItem[];
  /** Everything in its real order. */
  readonly real: Lists;
  readonly tree: TreeArrangement;
}

/** Items whose containers come before them, now and afterwards, each in an order of its own. */
export const drawnTree = (isVisible: boolean): fc.Arbitrary<Drawn> =>
  fc
    .array(
      fc.record({
        isContainer: fc.boolean(),
        isNew: fc.boolean(),
        from: fc.nat(9),
        to: fc.nat(9),
        stays: fc.boolean(),
        isNamed: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
        rankBefore: fc.nat(999),
        rank: fc.nat(999),
        depth: fc.nat(999),
      }),
      { maxLength: 9 },
    )
    .map((drawn) => draw(drawn, isVisible));

interface Raw {
  readonly isContainer: boolean;
  readonly isNew: boolean;
  readonly from: number;
  readonly to: number;
  readonly stays: boolean;
  readonly isNamed: boolean;
  readonly rankBefore: number;
  readonly rank: number;
  readonly depth: number;
}

function draw(raw: readonly Raw[], isVisible: boolean): Drawn {
  const name = (at: number): string => `${raw[at]?.isContainer === true ? "H" : "l"}${at}`;
  const containers = raw.flatMap(({ isContainer }, at) => (isContainer ? [at] : []));
  // Before, a parent is in one with a lower number; afterwards in one with a lower depth.
  const containerBefore = (at: number): string => {
    const fit = containers.filter((one) => one < at && raw[one]?.isNew === false);
    return pick(fit.map(name), raw[at]?.from ?? 0);
  };
  const containerAfter = (at: number): string => {
    const deep = (one: number): number => (raw[one]?.depth ?? 0) * 10 + one;
    return pick(containers.filter((one) => deep(one) < deep(at)).map(name), raw[at]?.to ?? 0);
  };
  const items = raw.map(({ isContainer, isNew, stays }, at): TreeItem => {
    const to = containerAfter(at);
    const from = isNew && (isContainer || stays) ? to : containerBefore(at);
    return { name: name(at), isContainer: isContainer, isNew, from, to, original: undefined };
  });
  const ranked = (rank: "rank" | "rankBefore") =>
    [...items.keys()].sort((a, b) => (raw[a]?.[rank] ?? 0) - (raw[b]?.[rank] ?? 0) || a - b);
  const real: Lists = new Map();
  for (const at of ranked("rankBefore")) {
    const item = items[at] as TreeItem;
    if (!item.isNew) listOf(real, item.from).push(item.name);
  }
  const orders: Lists = new Map();
  for (const at of ranked("rank")) {
    const item = items[at] as TreeItem;
    if (raw[at]?.isNamed === true) listOf(orders, item.to).push(item.name);
  }
  const holds = (lists: Lists, container: string): boolean =>
    (lists.get(container) ?? []).some((one) => one.startsWith("l") || holds(lists, one));
  const after: Lists = new Map();
  for (const { name: item, to } of items) listOf(after, to).push(item);
  const isSeen = (container: string): boolean => isVisible || holds(real, container);
  const current = new Map([...real].map(([container, list]) => [container, asListed(list, isSeen)]));
  const willBeSeen = (container: string): boolean => isVisible || holds(after, container);
  return { items, real, tree: { items, current, orders, isSeen, willBeSeen } };
}

function pick(names: readonly string[], at: number): string {
  return [root, ...names][at % (names.length + 1)] ?? root;
}

/** The order as lists of the platform show it: unseen parents come right after the parent before them. */
export function asListed(list: readonly string[], isSeen: (container: string) => boolean): readonly string[] {
  const listed: string[] = [];
  for (const item of list) {
    if (!item.startsWith("H") || isSeen(item)) listed.push(item);
    else listed.splice(listed.findLastIndex((one) => one.startsWith("H")) + 1, 0, item);
  }
  return listed;
}

/** With new leaves as copies of a leaf that is, or appears, in the same container: also copies of copies. */
export function withCopies(drawn: Drawn): Drawn {
  const { items: all } = drawn;
  const items = all.map((item, at): TreeItem => {
    if (!item.isNew || item.isContainer) return item;
    const originals = all.slice(0, at).filter((one) => !one.isContainer && one.from === item.from);
    return { ...item, original: originals.at(-(1 + (at % 2)))?.name };
  });
  return { ...drawn, items, tree: { ...drawn.tree, items } };
}

/** The children of a parent, to be added to. */
export function listOf(lists: Lists, container: string): string[] {
  const list = lists.get(container) ?? [];
  lists.set(container, list);
  return list;
}
