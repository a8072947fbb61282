/**
 * Items in their containers, as numbers, so that a search can hold thousands of these: 0 is the root, holders
 * follow, then what moves. The list of a container; undefined for one that is not there.
 */
export type Forest = readonly (readonly number[] | undefined)[];

/** Number of the root. */
export const rootNumber = 0;

/** Tells forests apart. */
export function keyOfForest(forest: Forest): string {
  return forest.map((items) => items?.join() ?? "-").join("|");
}

/** The container of each item that is there, by its number. */
export function containersIn(forest: Forest): readonly (number | undefined)[] {
  const containers: (number | undefined)[] = [];
  forest.forEach((items, container) => {
    for (const item of items ?? []) containers[item] = container;
  });
  return containers;
}

/** A copy with the list of one container replaced, and some items taken out of all others. */
function withList(
  forest: Forest,
  container: number,
  list: (rest: readonly number[]) => readonly number[],
  taken: readonly number[],
): Forest {
  const isTaken = (item: number): boolean => taken.includes(item);
  const rest = taken.length === 0 ? [...forest] : forest.map((items) => without(items, isTaken));
  rest[container] = list(rest[container] ?? []);
  return rest;
}

function without(
  items: readonly number[] | undefined,
  isTaken: (item: number) => boolean,
): readonly number[] | undefined {
  return items?.some(isTaken) ? items.filter((item) => !isTaken(item)) : items;
}

/** Items, new or from anywhere, at the end of a container. */
export function atEnd(forest: Forest, items: readonly number[], container: number): Forest {
  return withList(forest, container, (rest) => [...rest, ...items], items);
}

/** An item next to another, in the container of that. */
export function beside(forest: Forest, item: number, sibling: number, side: "before" | "after"): Forest {
  const container = forest.findIndex((items) => items?.includes(sibling));
  const put = (rest: readonly number[]): readonly number[] => {
    const at = rest.indexOf(sibling) + (side === "after" ? 1 : 0);
    return [...rest.slice(0, at), item, ...rest.slice(at)];
  };
  return withList(forest, container, put, [item]);
}

/** A new holder at the end of a container, with what it takes along. */
export function withHolder(
  forest: Forest,
  holder: number,
  container: number,
  carried: readonly number[],
): Forest {
  return withList(atEnd(forest, [holder], container), holder, () => carried, carried);
}

/** Without a holder: what it holds takes its place. */
export function withoutHolder(forest: Forest, holder: number): Forest {
  const inner = forest[holder] ?? [];
  return forest.map((items, container) => {
    if (container === holder) return undefined;
    const at = items?.indexOf(holder) ?? -1;
    return at < 0 ? items : [...(items ?? []).slice(0, at), ...inner, ...(items ?? []).slice(at + 1)];
  });
}
