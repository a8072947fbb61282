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
import type { TreeArrangement, TreeItem } from "./list-acts.ts";
import { actKey, arrangeTree, type TreeAct } from "./tree-order.ts";

/** Does what an act says; refuses what the platform refuses (A18). */
function perform(lists: Lists, act: TreeAct): void {
  const { item, container } = act;
  if (act.type === "appear") {
    listOf(lists, container).push(item);
    return;
  }
  expect(isBelow(lists, container, item), `${item} would stand in itself`).toBe(false);
  for (const list of lists.values()) if (list.includes(item)) list.splice(list.indexOf(item), 1);
  const list = listOf(lists, container);
  if (act.anchor === undefined) list.push(item);
  else {
    const at = list.indexOf(act.anchor.sibling);
    expect(at, `${act.anchor.sibling} must stand in ${container}`).toBeGreaterThanOrEqual(0);
    list.splice(act.anchor.side === "before" ? at : at + 1, 0, item);
  }
}

function isBelow(lists: Lists, container: string, item: string): boolean {
  if (container === item) return true;
  return [...lists].some(([holder, list]) => list.includes(container) && isBelow(lists, holder, item));
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

/** What anybody can see of the wanted orders afterwards. */
function expectWanted({ items, real, tree }: Drawn): void {
  for (const { name, to } of items) expect(real.get(to), `${name} stands in ${to}`).toContain(name);
  for (const [container, wanted] of tree.orders) {
    const stands = (real.get(container) ?? []).filter((name) => wanted.includes(name));
    const isSeen = (name: string): boolean => name.startsWith("l") || tree.willBeSeen(name);
    expect(stands.filter(isSeen)).toEqual(wanted.filter(isSeen));
    const isHolder = (name: string): boolean => name.startsWith("H");
    expect(stands.filter(isHolder)).toEqual(wanted.filter(isHolder));
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
    const born = (isEarly: boolean) =>
      wanted.filter((name) =>
        stay.some((item) => item.name === name && item.isNew && item.isEarly === isEarly),
      );
    const line = [...old, ...born(true), ...born(false)];
    const places = line.filter((name) => wanted.includes(name)).map((name) => wanted.indexOf(name));
    return places.length - longestIncreasing(places).length;
  });
  return born.length + elsewhere.length + lists.reduce((sum, one) => sum + one, 0);
}

const everyTree = [drawnTree(true), drawnTree(false)];

const runs = { numRuns: Number(process.env.LAW_RUNS ?? 500) };

describe("a tree that is rearranged", () => {
  test.each(["forwards", "backwards"])("always comes to stand as wanted, %s", (direction) => {
    fc.assert(
      fc.property(fc.oneof(...everyTree, ...everyTree.map((drawn) => drawn.map(withCopies))), (drawn) => {
        const acts = arrangeTree(drawn.tree);
        for (const act of direction === "forwards" ? acts : backwards(acts)) perform(drawn.real, act);
        expectWanted(drawn);
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
        const settled = items.map((item) => ({ ...item, from: item.to, isNew: false }));
        const current = new Map([...drawn.real].map(([at, list]) => [at, asListed(list, tree.willBeSeen)]));
        expect(arrangeTree({ ...tree, items: settled, current, isSeen: tree.willBeSeen })).toEqual([]);
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

  test("makes a copy before its original moves, whatever its later place waits for", () => {
    const items: readonly TreeItem[] = [
      { name: "l", isHolder: false, isNew: false, from: "Hold", to: root, copies: ["lcopy"] },
      { name: "Hnew", isHolder: true, isNew: true, from: root, to: root },
      { name: "Hold", isHolder: true, isNew: false, from: root, to: "Hnew" },
      { name: "lcopy", isHolder: false, isNew: true, from: "Hold", to: "Hnew" },
    ];
    const real: Lists = new Map([
      [root, ["Hold"]],
      ["Hold", ["l"]],
    ]);
    const orders = new Map([
      [root, ["l", "Hnew"]],
      ["Hnew", ["Hold", "lcopy"]],
    ]);
    const isSeen = (holder: string): boolean => holder === "Hold";
    const willBeSeen = (holder: string): boolean => holder === "Hnew";
    const tree: TreeArrangement = {
      items,
      current: new Map([...real].map(([at, list]) => [at, [...list]])),
      orders,
      isSeen,
      willBeSeen,
    };
    for (const act of backwards(arrangeTree(tree))) perform(real, act);
    expectWanted({ items, real, tree });
  });

  test("makes a copy behind what comes into a holder before that is moved in its list", () => {
    const items: readonly TreeItem[] = [
      { name: "lfirst", isHolder: false, isNew: false, from: root, to: root },
      { name: "l", isHolder: false, isNew: false, from: "H", to: root, copies: ["lcopy"] },
      { name: "H", isHolder: true, isNew: false, from: root, to: root },
      { name: "Hin", isHolder: true, isNew: false, from: root, to: "H" },
      { name: "lcopy", isHolder: false, isNew: true, from: "H", to: "H" },
    ];
    const real: Lists = new Map([
      [root, ["H", "Hin", "lfirst"]],
      ["H", ["l"]],
    ]);
    const orders = new Map([
      [root, ["lfirst", "l", "H"]],
      ["H", ["Hin", "lcopy"]],
    ]);
    const isH = (holder: string): boolean => holder === "H";
    const tree: TreeArrangement = {
      items,
      current: new Map([...real].map(([at, list]) => [at, [...list]])),
      orders,
      isSeen: isH,
      willBeSeen: isH,
    };
    for (const act of backwards(arrangeTree(tree))) perform(real, act);
    expectWanted({ items, real, tree });
  });

  test.each([
    ["stands in another one", "G"],
    ["stands in what comes into it", "Hin"],
  ])("makes a copy before its original leaves a holder that moves and %s", (_, outer) => {
    const items: readonly TreeItem[] = [
      { name: "l", isHolder: false, isNew: false, from: "H", to: root, copies: ["lcopy"] },
      { name: "G", isHolder: true, isNew: false, from: root, to: root },
      { name: "H", isHolder: true, isNew: false, from: outer, to: root },
      { name: "Hin", isHolder: true, isNew: false, from: root, to: "H" },
      { name: "lcopy", isHolder: false, isNew: true, from: "H", to: "H" },
    ];
    const real: Lists = new Map([
      [root, ["G", "Hin"]],
      [outer, ["H"]],
      ["H", ["l"]],
    ]);
    const orders = new Map([
      [root, ["l", "H"]],
      ["H", ["Hin", "lcopy"]],
    ]);
    const tree: TreeArrangement = {
      items,
      current: new Map([...real].map(([at, list]) => [at, [...list]])),
      orders,
      isSeen: (holder) => holder === "H" || holder === outer,
      willBeSeen: (holder) => holder === "H",
    };
    for (const act of backwards(arrangeTree(tree))) perform(real, act);
    expectWanted({ items, real, tree });
  });

  test("leaves a holder behind a leaf where what shows it leaves it", () => {
    const items: readonly TreeItem[] = [
      { name: "l", isHolder: false, isNew: false, from: root, to: root },
      { name: "H", isHolder: true, isNew: false, from: root, to: root },
      { name: "G", isHolder: true, isNew: false, from: root, to: root },
      { name: "lin", isHolder: false, isNew: false, from: "H", to: "G" },
    ];
    const current = new Map([
      [root, ["H", "l", "G"]],
      ["H", ["lin"]],
    ]);
    const orders = new Map([[root, ["l", "H"]]]);
    const isSeen = (holder: string): boolean => holder === "H";
    const willBeSeen = (holder: string): boolean => holder === "G";
    const acts = arrangeTree({ items, current, orders, isSeen, willBeSeen });
    expect(acts.map(actKey)).toEqual(["move lin"]);
  });
});
