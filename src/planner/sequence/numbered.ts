import { type Arrangement, isUnseen, oldMark, root } from "./arrangement.ts";
import type { Goal } from "./calls-left.ts";
import { type Forest, keyOfForest, rootNumber } from "./forest.ts";

/** An arrangement in numbers. */
export interface Numbered {
  /** One forest; two, when nobody can see where something stands (A22). */
  readonly start: readonly Forest[];
  readonly goal: Goal;
  /** Names by number. */
  readonly names: readonly string[];
}

/** What is built anew is an item that is not wanted, beside a new one of the same name. */
export function numberedOf(input: Arrangement, rebuild: ReadonlySet<string>): Numbered {
  const old = (item: string): string => (rebuild.has(item) ? `${item}${oldMark}` : item);
  const current = new Map([...input.current].map(([name, items]) => [old(name), items.map(old)]));
  const all = [...new Set([...[...current.values()].flat(), ...[...input.wanted.values()].flat()])];
  const isHolder = (item: string): boolean => item.endsWith(oldMark) || input.isFixed(item);
  const holders = [root, ...all.filter(isHolder)];
  const names = [...holders, ...all.filter((item) => !isHolder(item))];
  const numbers = new Map(names.map((name, number) => [name, number]));
  const isPlaced = (item: string): boolean => isHolder(item) && !input.isUnplaced(item.replace(oldMark, ""));
  const start = ["first", "last"].map((side) =>
    holders.map((holder) => {
      const items = current.get(holder) ?? (holder === root ? [] : undefined);
      return items && ordered(items, isHolder, isPlaced, side).map((item) => numbers.get(item) ?? rootNumber);
    }),
  );
  const isSame = new Set(start.map(keyOfForest)).size === 1;
  return { start: isSame ? start.slice(1) : start, goal: goalOf(input, numbers, holders.length), names };
}

/** Nobody sees where an empty holder stands among the items between two others (A22): before or after all of them. */
function ordered(
  items: readonly string[],
  isHolder: (item: string) => boolean,
  isPlaced: (item: string) => boolean,
  side: string,
): readonly string[] {
  const segment = (rest: readonly string[]): readonly string[] => {
    const next = rest.findIndex(isPlaced);
    const here = next < 0 ? rest : rest.slice(0, next);
    const [empty, others] = [here.filter(isHolder), here.filter((item) => !isHolder(item))];
    const sorted = side === "first" ? [...empty, ...others] : [...others, ...empty];
    return next < 0 ? sorted : [...sorted, rest[next] ?? "", ...segment(rest.slice(next + 1))];
  };
  return segment(items);
}

function goalOf(input: Arrangement, numbers: ReadonlyMap<string, number>, firstMovable: number): Goal {
  const containers: (number | undefined)[] = new Array(numbers.size).fill(undefined);
  const lists: number[][] = [];
  for (const [container, items] of input.wanted) {
    const holder = numbers.get(container) ?? rootNumber;
    for (const item of items) containers[numbers.get(item) ?? rootNumber] = holder;
    lists[holder] = items
      .filter((item) => !isUnseen(input, item))
      .map((item) => numbers.get(item) ?? rootNumber);
  }
  const weights = [...numbers.keys()].map((name) => input.weightOf?.(name) ?? 1);
  return { containers, lists, firstMovable, weights };
}
