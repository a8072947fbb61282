import { leastMoves } from "./moves.ts";

/** Name of the container that is not an item itself: the root of a site. */
export const root = "";

/** Items by container, in order; the container is an item, or `root`. */
export type Order = ReadonlyMap<string, readonly string[]>;

/** What is to be arranged: items that stand in containers, some of which are items themselves. */
export interface Arrangement {
  /** How items stand now. Items that are not wanted, and do not hold others, are left out. */
  readonly current: Order;
  /** Outer containers come first. */
  readonly wanted: Order;
  /** Nothing moves it (a group, A25). A fixed item holds others. */
  readonly isFixed: (item: string) => boolean;
  /** Its place cannot be seen, since nothing stands in it (A22). */
  readonly isUnplaced: (item: string) => boolean;
  /** Its create puts it at the end of its container; others stand at the end of the root first. */
  readonly isCreatedInPlace: (item: string) => boolean;
}

/** One thing that is done to the order, in the order of the acts. */
export type Act =
  | {
      readonly type: "create";
      readonly item: string;
      readonly container: string;
      readonly carried: readonly string[];
    }
  /** Deletes a container; what it holds takes its place (A25). */
  | { readonly type: "dissolve"; readonly item: string }
  | { readonly type: "append"; readonly item: string; readonly container: string }
  | {
      readonly type: "place";
      readonly item: string;
      readonly side: "before" | "after";
      readonly sibling: string;
    }
  /** Moves to the end of the container it stands in (A24, empty position). */
  | { readonly type: "last"; readonly item: string };

/** How to get from current to wanted with the fewest calls. */
export interface ArrangementPlan {
  readonly acts: readonly Act[];
  /** Fixed items that must be built anew, because nothing moves them and sections cannot move around them. */
  readonly rebuild: readonly string[];
  /** Items that no call can bring to their place. */
  readonly unreachable: readonly string[];
}

interface Work {
  readonly input: Arrangement;
  readonly state: Map<string, string[]>;
  readonly where: Map<string, string>;
  readonly acts: Act[];
  readonly rebuild: string[];
  readonly unreachable: string[];
}

/** Plans the acts that turn one order into another. Created items go to the end in the order of their creation. */
export function arrange(input: Arrangement): ArrangementPlan {
  const state = new Map([...input.current].map(([container, items]) => [container, [...items]]));
  if (!state.has(root)) state.set(root, []);
  const where = new Map(
    [...state].flatMap(([container, items]) => items.map((item) => [item, container] as const)),
  );
  const work: Work = { input, state, where, acts: [], rebuild: [], unreachable: [] };
  for (const container of input.wanted.keys()) requireOrderOfFixed(work, container);
  if (work.rebuild.length > 0) return work;
  for (const container of input.wanted.keys()) createIn(work, container);
  dissolveUnwanted(work);
  for (const container of input.wanted.keys()) settle(work, container);
  return work;
}

/**
 * What is built anew goes to the end, so every fixed item after it has to be built anew too: those that stay
 * are a leading run of the wanted ones, in the order in which they stand.
 */
function requireOrderOfFixed(work: Work, container: string): void {
  const { isFixed, isUnplaced } = work.input;
  const current = work.state.get(container) ?? [];
  const wanted = work.input.wanted.get(container) ?? [];
  const hasMovable = wanted.some((item) => !isFixed(item));
  let last = -1;
  let isBehindNew = false;
  for (const item of wanted.filter(isFixed)) {
    const place = current.indexOf(item);
    if (place < 0) isBehindNew = true;
    else if (isBehindNew || place < last || (hasMovable && isUnplaced(item))) {
      work.rebuild.push(item);
      isBehindNew = true;
    } else last = place;
  }
}

function createIn(work: Work, container: string): void {
  for (const item of work.input.wanted.get(container) ?? []) {
    if (!work.where.has(item)) {
      if (work.input.isFixed(item)) createHolder(work, item, container);
      else create(work, item, work.input.isCreatedInPlace(item) ? container : root);
    }
    if (work.input.wanted.has(item)) createIn(work, item);
  }
}

/** A new holder takes along, in its creating call, all it shall hold that can move; what is new is made first. */
function createHolder(work: Work, holder: string, container: string): void {
  const carried = (work.input.wanted.get(holder) ?? []).filter((item) => !work.input.isFixed(item));
  for (const item of carried) if (!work.where.has(item)) create(work, item, root);
  for (const item of carried) leave(work, item);
  create(work, holder, container, carried);
  work.state.set(holder, []);
  for (const item of carried) stand(work, item, holder);
}

function create(work: Work, item: string, container: string, carried: readonly string[] = []): void {
  stand(work, item, container);
  work.acts.push({ type: "create", item, container, carried });
}

function stand(work: Work, item: string, container: string, at = Number.POSITIVE_INFINITY): void {
  const items = work.state.get(container) ?? [];
  items.splice(at, 0, item);
  work.state.set(container, items);
  work.where.set(item, container);
}

function leave(work: Work, item: string): void {
  const items = work.state.get(work.where.get(item) ?? root) ?? [];
  const at = items.indexOf(item);
  if (at >= 0) items.splice(at, 1);
}

function dissolveUnwanted(work: Work): void {
  const wanted = new Set([...work.input.wanted.values()].flat());
  for (const [container, items] of [...work.state]) {
    for (const item of [...items]) {
      if (!work.input.isFixed(item) || wanted.has(item)) continue;
      const holder = work.where.get(item) ?? container;
      const inner = work.state.get(item) ?? [];
      const outer = work.state.get(holder) ?? [];
      outer.splice(outer.indexOf(item), 1, ...inner);
      for (const child of inner) work.where.set(child, holder);
      work.state.delete(item);
      work.acts.push({ type: "dissolve", item });
    }
  }
}

/** Brings the items of one container into their order, and those from elsewhere into it. */
function settle(work: Work, container: string): void {
  const wanted = work.input.wanted.get(container) ?? [];
  const belonging = new Set(wanted);
  const standing = (work.state.get(container) ?? []).filter((item) => belonging.has(item));
  const present = new Set(standing);
  const fixed = new Set(standing.filter(work.input.isFixed));
  const moving = new Set(
    leastMoves(
      standing,
      wanted.filter((item) => present.has(item)),
      fixed,
    ),
  );
  const settled = new Set(standing.filter((item) => !moving.has(item)));
  for (const [index, item] of wanted.entries()) {
    if (settled.has(item)) continue;
    const acts = placing(work, container, wanted, index, settled);
    if (acts === undefined) {
      noWay(work, wanted, index);
      continue;
    }
    work.acts.push(...acts);
    leave(work, item);
    stand(work, item, container);
    settled.add(item);
  }
}

/** The calls that bring the item at `index` to its place, given those that already stand right. */
function placing(
  work: Work,
  container: string,
  wanted: readonly string[],
  index: number,
  settled: ReadonlySet<string>,
): readonly Act[] | undefined {
  const item = wanted[index] ?? "";
  const previous = wanted[index - 1];
  if (previous !== undefined && settled.has(previous) && !work.input.isFixed(previous)) {
    return [{ type: "place", item, side: "after", sibling: previous }];
  }
  const next = wanted.slice(index + 1).find((other) => settled.has(other));
  if (next !== undefined && !work.input.isFixed(next)) {
    return [{ type: "place", item, side: "before", sibling: next }];
  }
  if (next !== undefined) return undefined;
  return toTheEnd(work, item, container, settled);
}

function toTheEnd(
  work: Work,
  item: string,
  container: string,
  settled: ReadonlySet<string>,
): readonly Act[] | undefined {
  if (work.where.get(item) === container) return [{ type: "last", item }];
  if (container !== root) return [{ type: "append", item, container }];
  const sibling = (work.state.get(root) ?? []).find(
    (other) => !work.input.isFixed(other) && settled.has(other),
  );
  if (sibling === undefined) return undefined;
  return [
    { type: "place", item, side: "after", sibling },
    { type: "last", item },
  ];
}

/** Nothing can stand before a fixed item without a sibling there: the next one is built anew, at the end. */
function noWay(work: Work, wanted: readonly string[], index: number): void {
  const behind = wanted
    .slice(index + 1)
    .find((item) => work.input.isFixed(item) && work.input.current.has(item));
  if (behind !== undefined) work.rebuild.push(behind);
  else work.unreachable.push(wanted[index] ?? "");
}
