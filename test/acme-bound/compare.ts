import type { Item } from "./files.ts";

/** One call, if it is needed. */
export function one(isNeeded: boolean): number {
  return isNeeded ? 1 : 0;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Is any of the fields written? */
export function declares(want: Item, fields: readonly string[]): boolean {
  return fields.some((field) => want[field] !== undefined);
}

/** Does any of the fields differ? What is not written, or ignored, does not; null is nothing, and off is false. */
export function differ(want: Item, have: Item, fields: readonly string[]): boolean {
  return fields
    .filter((field) => want[field] !== undefined && !want.ignore?.includes(field))
    .some((field) => !isEqual(want[field], have[field] ?? (want[field] === false ? false : null)));
}

export function isEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Pairs what is declared with what is there, one to one; all are put to the first test before the next. */
export function pair<Want, Have>(
  wanted: readonly Want[],
  live: readonly Have[],
  ...tests: readonly ((want: Want, have: Have) => boolean)[]
): Map<Want, Have> {
  const pairs = new Map<Want, Have>();
  for (const fits of tests) {
    for (const want of wanted.filter((item) => !pairs.has(item))) {
      const taken = new Set(pairs.values());
      const found = live.find((have) => !taken.has(have) && fits(want, have));
      if (found !== undefined) pairs.set(want, found);
    }
  }
  return pairs;
}

/** Is it what the title before, or the title, says? */
export const titleTests = [
  ({ previously = [] }: Item, { title = "" }: Item) => previously.includes(title),
  (want: Item, have: Item) => want.title === have.title,
] as const;

/** Pairs by the title before, then by the title. */
export function pairByTitle<Want extends Item, Have extends Item>(
  wanted: readonly Want[],
  live: readonly Have[],
): Map<Want, Have> {
  return pair<Want, Have>(wanted, live, ...titleTests);
}

/** A thing in a list: the place that it shall have. A fixed one cannot move. */
export interface Standing {
  readonly place: number;
  readonly isFixed: boolean;
}

/** Fewest moves that put a list in order (n − LIS, through every fixed item), by trying every way. */
export function fewestMoves(items: readonly Standing[], floor = -1): number {
  const [first, ...rest] = items;
  if (first === undefined) return 0;
  const moved = first.isFixed ? Number.POSITIVE_INFINITY : 1 + fewestMoves(rest, floor);
  const kept = first.place > floor ? fewestMoves(rest, first.place) : Number.POSITIVE_INFINITY;
  return Math.min(moved, kept);
}
