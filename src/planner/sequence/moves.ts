/**
 * The fewest items that must move so that `current` becomes `wanted` (both hold the same items once), when
 * those in `fixed` cannot: n − LIS, where the subsequence that stays has to contain every fixed item.
 * The fixed items must already be in the wanted order. Returned in wanted order.
 */
export function leastMoves(
  current: readonly string[],
  wanted: readonly string[],
  fixed: ReadonlySet<string> = new Set(),
): readonly string[] {
  const target = new Map(wanted.map((item, index) => [item, index]));
  const bounds = { floor: -1, ceilings: ceilingsOf(current, target, fixed) };
  const candidates: number[] = [];
  current.forEach((item, index) => {
    const place = target.get(item) ?? -1;
    if (fixed.has(item)) bounds.floor = place;
    const ceiling = bounds.ceilings[index] ?? wanted.length;
    if (fixed.has(item) || (place > bounds.floor && place < ceiling)) candidates.push(place);
  });
  const staying = new Set(longestIncreasing(candidates));
  return wanted.filter((_, index) => !staying.has(index));
}

/** For each place of `current`, the wanted index of the next fixed item after it. */
function ceilingsOf(
  current: readonly string[],
  target: ReadonlyMap<string, number>,
  fixed: ReadonlySet<string>,
): readonly number[] {
  const ceilings: number[] = [];
  let ceiling = current.length;
  for (let index = current.length - 1; index >= 0; index--) {
    const item = current[index] ?? "";
    ceilings[index] = ceiling;
    if (fixed.has(item)) ceiling = target.get(item) ?? ceiling;
  }
  return ceilings;
}

/** A longest strictly increasing subsequence of distinct numbers, in O(n log n). */
export function longestIncreasing(values: readonly number[]): readonly number[] {
  const tails: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const value of values) {
    const at = firstNotBelow(tails, value);
    before.set(value, tails[at - 1]);
    tails[at] = value;
  }
  const chain: number[] = [];
  for (let at = tails.at(-1); at !== undefined; at = before.get(at)) chain.push(at);
  return chain.reverse();
}

function firstNotBelow(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
