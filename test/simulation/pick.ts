/** One of some, by a number from 0 up to 1. */
export function pickFrom<T>(items: readonly T[], random: () => number): T {
  if (items.length === 0) throw new Error("there is nothing to pick from");
  return items[Math.floor(random() * items.length)] as T;
}

/** Is it so, with a probability? */
export function chance(probability: number, random: () => number): boolean {
  return random() < probability;
}
