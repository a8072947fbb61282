import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  asListed,
  type Drawn,
  drawnTree,
  type Lists,
  listOf,
  root,
  withCopies,
} from "../../../test/support/random/random-tree.ts";
import { longestIncreasing } from "../sequence/moves.ts";
import { actKey, arrangeTree, type TreeAct, type TreeItem } from "./tree-order.ts";

/** Does what an act says; refuses what the platform refuses (A18). */
function perform(lists: Lists, act: TreeAct): void {
  const { item, container } = act;
  if (act.type === "appear") {
    listOf(lists, container).push(item);
    return;
  }
  expect(isBelow(lists, container, item), `${item} would be in itself`).toBe(false);
  for (const list of lists.values()) if (list.includes(item)) list.splice(list.indexOf(item), 1);
  const list = listOf(lists, container);
  if (act.anchor === undefined) list.push(item);
  else {
    const at = list.indexOf(act.anchor.sibling);
    expect(at, `${act.anchor.sibling} must be in ${container}`).toBeGreaterThanOrEqual(0);
    list.splice(act.anchor.side === "before" ? at : at + 1, 0, item);
  }
}

function isBelow(lists: Lists, container: string, item: string): boolean {
  if (container === item) return true;
  return [...lists].some(([parent, list]) => list.includes(container) && isBelow(lists, parent, item));
}

/** An order of the acts that their `after` allows: the last that is ready goes first. */
function backwards(acts: readonly TreeAct[]): readonly TreeAct[] {
  const done = new Set<string>();
  const left = [...acts];
  const order: TreeAct[] = [];
  while (left.length > 0) {
    const at = left.findLastIndex(({ after }) => after.every(({ key }) => done.has(key)));
    expect(at, "acts wait for each other").toBeGreaterThanOrEqual(0);
    const [act] = left.splice(at, 1) as [TreeAct];
    done.add(actKey(act));
    order.push(act);
  }
  return order;
}

/** What anybody can see of the wanted orders afterwards: a collection without a space has no place among spaces. */
function expectWanted({ items, real, tree }: Drawn): void {
  for (const { name, to } of items) expect(real.get(to), `${name} is in ${to}`).toContain(name);
  for (const [container, wanted] of tree.orders) {
    const stands = (real.get(container) ?? []).filter((name) => wanted.includes(name));
    const isMixed = wanted.some((name) => name.startsWith("l"));
    const isSeen = (name: string): boolean => !isMixed || name.startsWith("l") || tree.willBeSeen(name);
    expect(stands.filter(isSeen)).toEqual(wanted.filter(isSeen));
  }
}

/** Every copy appears once its original is there, and before that leaves the container in which both appear. */
function expectCopied({ items }: Drawn, acts: readonly TreeAct[]): void {
  const placeOf = (key: string): number => acts.findIndex((act) => actKey(act) === key);
  for (const { name, original, from } of items) {
    const of = items.find((one) => one.name === original);
    if (of === undefined) continue;
    const copied = placeOf(`appear ${name}`);
    expect(of.from).toBe(from);
    if (of.isNew) expect(copied).toBeGreaterThan(placeOf(`appear ${of.name}`));
    if (of.from !== of.to) expect(copied).toBeLessThan(placeOf(`move ${of.name}`));
  }
}

/** By arithmetic: new ones in their place are free, each other change of container is one, and n − LIS a list. */
function fewest({ items, real, tree }: Drawn): number {
  const born = items.filter(({ isNew }) => isNew);
  const elsewhere = items.filter(({ from, to }) => from !== to);
  const lists = [...tree.orders].map(([container, wanted]) => {
    const stay = items.filter(({ from, to }) => from === container && to === container);
    const old = (real.get(container) ?? []).filter((name) =>
      stay.some((item) => item.name === name && !item.isNew),
    );
    const born = wanted.filter((name) => stay.some((item) => item.name === name && item.isNew));
    const line = [...old, ...born];
    const places = line.filter((name) => wanted.includes(name)).map((name) => wanted.indexOf(name));
    return places.length - longestIncreasing(places).length;
  });
  return born.length + elsewhere.length + lists.reduce((sum, one) => sum + one, 0);
}

/** An item that is there; a name with H or G is that of a collection. */
function item(name: string, from: string, to: string): TreeItem {
  const isContainer = name.startsWith("H") || name.startsWith("G");
  return { name, isContainer, isNew: false, from, to, original: undefined };
}

const everyTree = [drawnTree(true), drawnTree(false)];

const runs = { numRuns: Number(process.env.LAW_RUNS ?? 500) };

describe("a tree that is rearranged", () => {
  test.each(["forwards", "backwards"])("always ends as wanted, %s", (direction) => {
    fc.assert(
      fc.property(fc.oneof(...everyTree, ...everyTree.map((drawn) => drawn.map(withCopies))), (drawn) => {
        const planned = arrangeTree(drawn.tree);
        const acts = direction === "forwards" ? planned : backwards(planned);
        for (const act of acts) perform(drawn.real, act);
        expectWanted(drawn);
        expectCopied(drawn, acts);
      }),
      runs,
    );
  });

  test("always takes one move for each change of container and n − LIS in each list", () => {
    fc.assert(
      fc.property(drawnTree(true), (drawn) => {
        expect(arrangeTree(drawn.tree).length).toBe(fewest(drawn));
      }),
      runs,
    );
  });

  test("takes nothing where all that can be seen is as wanted", () => {
    fc.assert(
      fc.property(drawnTree(false), (drawn) => {
        const { items, tree } = drawn;
        for (const act of arrangeTree(tree)) perform(drawn.real, act);
        const fixed = items.map((item) => ({ ...item, from: item.to, isNew: false }));
        const current = new Map([...drawn.real].map(([at, list]) => [at, asListed(list, tree.willBeSeen)]));
        expect(arrangeTree({ ...tree, items: fixed, current, isSeen: tree.willBeSeen })).toEqual([]);
      }),
      runs,
    );
  });

  test("always changes something by a move inside a list whose places can be seen", () => {
    fc.assert(
      fc.property(drawnTree(true), ({ real, tree }) => {
        for (const act of arrangeTree(tree)) {
          const before = JSON.stringify([...real]);
          perform(real, act);
          expect(JSON.stringify([...real])).not.toBe(before);
        }
      }),
      runs,
    );
  });

  test("leaves a collection where it is when its last space leaves it", () => {
    const items = [
      item("l", root, root),
      item("H", root, root),
      item("G", root, root),
      item("lin", "H", "G"),
    ];
    const current = new Map([
      [root, ["H", "l", "G"]],
      ["H", ["lin"]],
    ]);
    const orders = new Map([[root, ["l", "H"]]]);
    const isSeen = (parent: string): boolean => parent === "H";
    const willBeSeen = (parent: string): boolean => parent === "G";
    const acts = arrangeTree({ items, current, orders, isSeen, willBeSeen });
    expect(acts.map(actKey)).toEqual(["move lin"]);
  });
});
