/** Items by a key, in the order of their first appearance. */
export function groupBy<T, K extends string>(
  items: readonly T[],
  keyOf: (item: T) => K,
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  let list: T[] | undefined;
  let last: K | undefined;
  for (const item of items) {
    const key = keyOf(item);
    // Items of one key mostly come in a row.
    if (list === undefined || key !== last) list = listAt(groups, key);
    list.push(item);
    last = key;
  }
  return groups;
}

/** Adds an item to the list of a key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  listAt(lists, key).push(item);
}

function listAt<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list: T[] = [];
  lists.set(key, list);
  return list;
}
