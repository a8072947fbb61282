/** Items that differ only in their names are shown one by one up to this number; more of them are one line. */
export const mostAlike = 5;

/**
 * Items with equal keys as one group, at the place of the first, when there are many of them. Any other item is a group
 * by itself; so is each item without a key.
 */
export function foldAlike<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): readonly (readonly [Item, ...Item[]])[] {
  const keys = items.map(keyOf);
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const [at, item] of items.entries()) {
    const key = keys[at];
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return items.flatMap((item, at): readonly (readonly [Item, ...Item[]])[] => {
    const group = groups.get(keys[at] ?? "");
    if (keys[at] === undefined || group === undefined || group.length <= mostAlike) return [[item]];
    return group[0] === item ? [group] : [];
  });
}

/** The key of a sort of problem: its code, and its message without the names and numbers in it. */
interface Problem {
  readonly code?: string;
  readonly message: string;
}

/** Problems of one sort as one group, when there are many of them. */
export function foldProblems<One extends Problem>(
  problems: readonly One[],
): readonly (readonly [One, ...One[]])[] {
  return foldAlike(
    problems,
    ({ code, message }) => `${code} ${message.replace(/"[^"]*"/g, '"').replace(/\d+/g, "#")}`,
  );
}
