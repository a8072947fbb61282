import { groupBy } from "../../model/group-by.ts";
import { type Prerequisite, prerequisites } from "../state/draft.ts";
import type { TreeArrangement, TreeItem } from "./list-acts.ts";
import { type ListAct, listActs, neverDone } from "./list-acts.ts";

/** One thing that is done to the tree, and the keys of the acts that come first. */
export type TreeAct = ListAct & { readonly container: string; readonly after: readonly Prerequisite[] };

/** The name of an act among all acts. */
export function actKey({ type, item }: Pick<ListAct, "type" | "item">): string {
  return `${type} ${item}`;
}

/**
 * The fewest acts that rearrange a tree: one move for each item that changes its container, and in one list as
 * many as must move at least (n − LIS). Outer containers come first, so that nothing moves below itself (A18).
 * A copy that acts would wait for in a circle is made before everything else, which may take one more move.
 */
export function arrangeTree(tree: TreeArrangement): readonly TreeAct[] {
  const acts = allActs(tree);
  const copies = new Set(tree.items.flatMap((item) => item.copies ?? []));
  const circling = neverDone(copies.size === 0 ? [] : acts, actKey).filter(({ type }) => type === "appear");
  const late = new Set(circling.map(({ item }) => item).filter((name) => copies.has(name)));
  if (late.size === 0) return acts;
  return arrangeTree({
    ...tree,
    items: tree.items.map((item) => (late.has(item.name) ? { ...item, isEarly: true } : item)),
  });
}

function allActs(tree: TreeArrangement): readonly TreeAct[] {
  const items = new Map(tree.items.map((item) => [item.name, item]));
  const members = groupBy(tree.items, ({ to }) => to);
  const placed = new Map<string, string>();
  return outerFirst(tree, items, members).flatMap((container) =>
    actsIn(tree, items, members.get(container) ?? [], container, placed),
  );
}

type Items = ReadonlyMap<string, TreeItem>;

function actsIn(
  tree: TreeArrangement,
  items: Items,
  members: readonly TreeItem[],
  container: string,
  placed: Map<string, string>,
): readonly TreeAct[] {
  const named = new Set(tree.orders.get(container));
  const others = members.filter(({ name }) => !named.has(name));
  const settled = settlingActs(items, container, placed);
  let previous: string | undefined;
  const waiting = (act: ListAct): TreeAct => {
    const item = items.get(act.item);
    const place = act.type === "appear" ? (item?.from ?? container) : container;
    const own = act.type === "appear" ? item?.behind : act.item;
    // What comes into being elsewhere is not in this list by then.
    const isInOrder = named.has(act.item) && place === container;
    const first = own === undefined ? undefined : placed.get(own);
    const copies = act.type === "move" ? (item?.copies ?? []) : [];
    const after = [
      ...prerequisites(first === undefined ? [] : [first], act.type === "appear" ? "reference" : "parent"),
      ...prerequisites(isInOrder && previous !== undefined ? [previous] : [], "list"),
      ...(act.type === "move" && act.isElsewhere && item?.isHolder === true
        ? prerequisites(settled, "parent")
        : []),
      ...prerequisites(
        copies.map((name) => actKey({ type: "appear", item: name })),
        "reference",
      ),
    ];
    placed.set(act.item, actKey(act));
    if (isInOrder) previous = actKey(act);
    return { ...act, container: place, after };
  };
  return [
    ...others.filter(({ isNew }) => !isNew).flatMap(unnamedActs),
    ...listActs(tree, items, container),
    ...others.filter(({ isNew }) => isNew).flatMap(unnamedActs),
  ].map(waiting);
}

/** What no order names comes to the end, when it has to come at all. */
function unnamedActs({ name, isNew, from, to }: TreeItem): readonly ListAct[] {
  return [
    ...(isNew ? [{ type: "appear", item: name } as const] : []),
    ...(from === to ? [] : [{ type: "move", item: name, anchor: undefined, isElsewhere: true } as const]),
  ];
}

/** Keys of the acts after which a container stands in what it shall, and so does all that it stands in. */
function settlingActs(
  items: Items,
  container: string,
  placed: ReadonlyMap<string, string>,
): readonly string[] {
  const keys: string[] = [];
  for (let at = items.get(container); at !== undefined; at = items.get(at.to)) {
    const key = placed.get(at.name);
    // A move inside a list changes nothing of what stands in what.
    if (key !== undefined && (at.isNew || at.from !== at.to)) keys.push(key);
    // A move from elsewhere has waited for what it goes into.
    if (key !== undefined && at.from !== at.to) break;
  }
  return keys;
}

/** The containers in which something has to be done or judged, each after what it stands in. */
function outerFirst(
  tree: TreeArrangement,
  items: Items,
  members: ReadonlyMap<string, readonly TreeItem[]>,
): readonly string[] {
  const depths = new Map<string, number>();
  const depthOf = (container: string): number => {
    const path: string[] = [];
    let at = container;
    for (; !depths.has(at) && items.has(at); at = items.get(at)?.to ?? "") path.push(at);
    let depth = items.has(at) ? (depths.get(at) ?? 0) : 0;
    for (const name of path.reverse()) depths.set(name, ++depth);
    return depth;
  };
  const busy = [...members].filter(
    ([container, all]) =>
      tree.orders.has(container) || all.some(({ isNew, from, to }) => isNew || from !== to),
  );
  const ranked = busy.map(([container]) => ({ container, depth: depthOf(container) }));
  return ranked.sort((a, b) => a.depth - b.depth).map(({ container }) => container);
}
