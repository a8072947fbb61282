import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leastMoves } from "../../src/planner/sequence/moves.ts";
import { arrange } from "../../src/planner/sequence/site-order.ts";
import { performed } from "./oracles/structure-plans.ts";

/** Fewest moves by breadth-first search: a move takes one item that is not fixed and puts it anywhere. */
function fewestBySearch(
  current: readonly string[],
  wanted: readonly string[],
  fixed: ReadonlySet<string>,
): number {
  const goal = wanted.join();
  let frontier = [[...current]];
  const seen = new Set([current.join()]);
  for (let moves = 0; ; moves++) {
    if (frontier.some((order) => order.join() === goal)) return moves;
    const next: string[][] = [];
    for (const order of frontier) {
      for (const item of order.filter((one) => !fixed.has(one))) {
        const rest = order.filter((one) => one !== item);
        for (let at = 0; at <= rest.length; at++) {
          const moved = [...rest.slice(0, at), item, ...rest.slice(at)];
          if (!seen.has(moved.join())) next.push(moved);
          seen.add(moved.join());
        }
      }
    }
    frontier = next;
  }
}

function permutations(items: readonly string[]): readonly string[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}

describe("law 7: moves of a list are always the fewest", () => {
  const items = ["a", "b", "c", "d", "e", "f"];

  test.each([1, 2, 3, 4, 5])("for every permutation of %i items", (size) => {
    const wanted = items.slice(0, size);
    for (const current of permutations(wanted)) {
      expect(leastMoves(current, wanted).length).toBe(fewestBySearch(current, wanted, new Set()));
    }
  });

  test("around every choice of fixed items that are in order", () => {
    const wanted = items.slice(0, 5);
    for (const current of permutations(wanted)) {
      for (let bits = 0; bits < 2 ** wanted.length; bits++) {
        const fixed = new Set(wanted.filter((_, index) => (bits >> index) % 2 === 1));
        const isInOrder = current.filter((item) => fixed.has(item)).join() === [...fixed].join();
        if (!isInOrder) continue;
        const moved = leastMoves(current, wanted, fixed);
        expect(moved.some((item) => fixed.has(item))).toBe(false);
        expect(moved.length).toBe(fewestBySearch(current, wanted, fixed));
      }
    }
  });

  test("one item of ten that moves is one move", () => {
    fc.assert(
      fc.property(fc.nat(9), fc.nat(9), (from, to) => {
        const current = Array.from({ length: 10 }, (_, index) => `s${index}`);
        const wanted = [...current];
        wanted.splice(to, 0, ...wanted.splice(from, 1));
        expect(leastMoves(current, wanted).length).toBe(from === to ? 0 : 1);
      }),
    );
  });
});

/** Moves from every order of some items to their sorted one, by one search that starts at the sorted one. */
function distances(items: string): ReadonlyMap<string, number> {
  const found = new Map([[items, 0]]);
  for (const [order, moves] of found) {
    for (const item of order) {
      const rest = order.replace(item, "");
      for (let at = 0; at <= rest.length; at++) {
        const moved = rest.slice(0, at) + item + rest.slice(at);
        if (!found.has(moved)) found.set(moved, moves + 1);
      }
    }
  }
  return found;
}

/** Creates and moves at least: what is new is made in the order that leaves the fewest moves. */
function fewestWithNew(live: string, fresh: readonly string[], moves: ReadonlyMap<string, number>): number {
  const orders = permutations(fresh).map((order) => moves.get(live + order.join("")) ?? Number.NaN);
  return fresh.length + Math.min(...orders);
}

/** The traits of sections in a site without groups, by edition. */
const traits = {
  reference: { isReparented: () => false, isCreatedInPlace: () => false },
  gitbook: { isReparented: () => true, isCreatedInPlace: () => true },
};

describe("law 7: a list of sections takes exactly the fewest creates and moves", () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7];
  const cases = sizes.flatMap((size) => [
    ["reference" as const, size] as const,
    // The largest size takes most of the time, and is one list as any other.
    ...(size < 7 ? [["gitbook" as const, size] as const] : []),
  ]);
  test.each(cases)(
    "in the edition %s, for every permutation of %i, with up to 2 new ones among them",
    (edition, size) => {
      const items = "abcdefg".slice(0, size);
      const moves = distances(items);
      for (const fresh of [[], ...[...items].map((one) => [one]), ...pairs(items)]) {
        const wanted = new Map([["", [...items]]]);
        for (const current of permutations([...items].filter((item) => !fresh.includes(item)))) {
          const { acts } = arrange({
            current: new Map([["", current]]),
            wanted,
            isContainer: () => false,
            isFixed: () => false,
            isCarried: () => false,
            needs: () => false,
            isUnplaced: () => false,
            ...traits[edition],
          });
          const live = current.join("");
          if (acts.length !== fewestWithNew(live, fresh, moves) || acts.reduce(performed, live) !== items)
            expect.fail(`${live} to ${items}: ${JSON.stringify(acts)}`);
        }
      }
    },
  );
});

function pairs(items: string): readonly string[][] {
  return [...items].flatMap((one, at) => [...items.slice(at + 1)].map((other) => [one, other]));
}
