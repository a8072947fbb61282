import { type Act, type Arrangement, type ArrangementPlan, type Order, root } from "./arrangement.ts";

/** The part of an arrangement in which something changes, small enough to search. */
export interface Narrowed {
  readonly input: Arrangement;
  /** The items that stand side by side before and afterwards, by the first of them, which stands for all. */
  readonly blocks: ReadonlyMap<string, readonly string[]>;
}

/**
 * Leaves out holders that stay as they are between others that do, and makes one item of those that stay side by
 * side. What is found for the rest must be checked against all of it.
 */
export function narrow(input: Arrangement): Narrowed {
  const unchanged = between(input);
  const without = (order: Order): Order => withoutHolders(order, unchanged);
  const [current, wanted] = [without(input.current), without(input.wanted)];
  const blocks = blocksOf(current, wanted, input);
  const others = new Set([
    ...[...blocks.values()].flatMap(([, ...rest]) => rest),
    ...goingTogether(current, wanted, input),
  ]);
  const first = (order: Order): Order =>
    new Map([...order].map(([name, items]) => [name, items.filter((item) => !others.has(item))]));
  return {
    input: {
      ...input,
      current: first(current),
      wanted: first(wanted),
      weightOf: (item) => blocks.get(item)?.length ?? 1,
    },
    blocks,
  };
}

/** Holders with nothing but holders that stay as they are on both sides. */
function between(input: Arrangement): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [container, items] of input.wanted) {
    const standing = input.current.get(container) ?? [];
    const places = new Map(standing.map((item, place) => [item, place]));
    const isUnchanged = items.map((item) => isSame(input, item) && places.has(item));
    items.forEach((item, at) => {
      const place = places.get(item) ?? -1;
      const [before, after] = [items[at - 1], items[at + 1]];
      const isBehindSame = before === standing[place - 1] && (before === undefined || isUnchanged[at - 1]);
      const isBeforeSame = after !== undefined && after === standing[place + 1] && isUnchanged[at + 1];
      if (isUnchanged[at] && isBehindSame && isBeforeSame) found.add(item);
    });
  }
  return found;
}

/** Is an item a holder that holds, at any depth, what it shall? */
function isSame({ current, wanted, isFixed }: Arrangement, holder: string): boolean {
  const is = (item: string): boolean => {
    const [standing, items] = [current.get(item), wanted.get(item)];
    if (standing === undefined || items === undefined || standing.length !== items.length) return false;
    return items.every((inner, place) => standing[place] === inner && (!isFixed(inner) || is(inner)));
  };
  return isFixed(holder) && is(holder);
}

function withoutHolders(order: Order, holders: ReadonlySet<string>): Order {
  const rest = new Map<string, readonly string[]>();
  const visit = (container: string): void => {
    const items = order.get(container);
    if (items === undefined) return;
    const left = items.filter((item) => !holders.has(item));
    rest.set(container, left);
    left.forEach(visit);
  };
  visit(root);
  return rest;
}

/** Items, none of them a holder, that follow each other both now and as they shall stand. */
function blocksOf(current: Order, wanted: Order, { isFixed }: Arrangement): Narrowed["blocks"] {
  const next = new Map<string, string | undefined>();
  for (const items of current.values())
    for (const [at, item] of items.entries()) next.set(item, items[at + 1]);
  const blocks = new Map<string, string[]>();
  for (const items of wanted.values()) {
    let block: string[] = [];
    for (const item of items) {
      const previous = block.at(-1);
      const isJoined = previous !== undefined && next.get(previous) === item && !isFixed(item);
      block = isJoined ? block : [];
      if (!isFixed(item)) block.push(item);
      const [first] = block;
      if (first !== undefined) blocks.set(first, block);
    }
  }
  return new Map([...blocks].filter(([, block]) => block.length > 1));
}

/** Items that go and stand behind others that go: one of them is enough to put something next to. */
function goingTogether(current: Order, wanted: Order, { isFixed }: Arrangement): readonly string[] {
  const staying = new Set([...wanted.values()].flat());
  const goes = (item: string | undefined): boolean =>
    item !== undefined && !isFixed(item) && !staying.has(item);
  return [...current.values()].flatMap((items) =>
    items.filter((item, at) => goes(item) && goes(items[at - 1])),
  );
}

/** The same plan for all items: one after the other, where one stood for several. */
export function widen({ acts, rebuild }: ArrangementPlan, { blocks }: Narrowed): ArrangementPlan {
  const all = (item: string): readonly string[] => blocks.get(item) ?? [item];
  return { acts: acts.flatMap((act) => widened(act, all)), rebuild };
}

function widened(act: Act, all: (item: string) => readonly string[]): readonly Act[] {
  switch (act.type) {
    case "create":
      return [{ ...act, carried: act.carried.flatMap(all) }];
    case "dissolve":
      return [act];
    case "append":
      return all(act.item).map((item) => ({ ...act, item }));
    case "last":
      return all(act.item).map((item, index, items) => behind(items[index - 1], item) ?? { ...act, item });
    case "lift":
      return [{ ...act, items: act.items.flatMap(all) }];
    case "place":
      return placed(act, all);
  }
}

function placed(
  { side, ...act }: Extract<Act, { type: "place" }>,
  all: (item: string) => readonly string[],
): readonly Act[] {
  const siblings = all(act.sibling);
  const sibling = (side === "after" ? siblings.at(-1) : siblings[0]) ?? act.sibling;
  return all(act.item).map(
    (item, index, items) => behind(items[index - 1], item) ?? { ...act, side, item, sibling },
  );
}

/** Of several that go together, all but the first come next to each other. */
function behind(previous: string | undefined, item: string): Act | undefined {
  return previous === undefined ? undefined : { type: "place", item, side: "after", sibling: previous };
}
