import { leastMoves } from "./moves.ts";

/** Name of the container that is not an item itself: the root of a site. */
export const root = "";

/** Items by container, in order; the container is an item, or `root`. */
export type Order = ReadonlyMap<string, readonly string[]>;

/** What is to be arranged: items that stand in containers, some of which are items themselves. */
export interface Arrangement {
  /** How items stand now, with those that go: others can be put next to them while they are there. */
  readonly current: Order;
  /** Outer containers come first. Holders that nobody will see (A22) are the last of their container. */
  readonly wanted: Order;
  /** Nothing moves it (a group, A25). A fixed item holds others; one that is not wanted is dissolved. */
  readonly isFixed: (item: string) => boolean;
  /** Nothing stands in it now, so nobody can see its place among what moves (A22). */
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

/** How to get from current to wanted with few calls. */
export interface ArrangementPlan {
  readonly acts: readonly Act[];
  /** Fixed items that must be built anew: nothing moves them, and what moves cannot get around them. */
  readonly rebuild: readonly string[];
}

/**
 * Plans the acts that turn one order into another. Every order can be reached: at worst, all that is fixed is
 * built anew. Where that saves moves, more is built anew than has to be.
 */
export function arrange(input: Arrangement): ArrangementPlan {
  let best = attempt(input, new Set());
  for (const item of keptIn(input)) {
    for (const base of [[], best.rebuild]) {
      const other = attempt(input, new Set([...base, item]));
      if (other.acts.length < best.acts.length) best = other;
    }
  }
  return best;
}

function keptIn({ wanted, current, isFixed }: Arrangement): readonly string[] {
  const there = new Set([...current.values()].flat());
  return [...wanted.values()].flat().filter((item) => isFixed(item) && there.has(item));
}

/** Tries with these items built anew, and with more of them each time that what moves gets stuck. */
function attempt(input: Arrangement, rebuild: ReadonlySet<string>): ArrangementPlan {
  const work = startOf(input, rebuild);
  dissolveUnwanted(work);
  const stuck = misplaced(work);
  if (stuck.length === 0) {
    for (const container of input.wanted.keys()) if (!work.settled.has(container)) settle(work, container);
    stuck.push(...work.stuck);
  }
  return stuck.length === 0
    ? { acts: work.acts, rebuild: [...rebuild] }
    : attempt(input, new Set([...rebuild, ...stuck]));
}

interface Work {
  readonly input: Arrangement;
  readonly state: Map<string, string[]>;
  readonly where: Map<string, string>;
  readonly wanted: ReadonlySet<string>;
  readonly acts: Act[];
  /** Containers whose items stand as they shall. */
  readonly settled: Set<string>;
  readonly stuck: Set<string>;
}

/** What is to be built anew is an item that is not wanted, beside a new one of the same name. */
function startOf(input: Arrangement, rebuild: ReadonlySet<string>): Work {
  const old = (item: string): string => (rebuild.has(item) ? oldName(item) : item);
  const state = new Map([...input.current].map(([name, items]) => [old(name), items.map(old)]));
  if (!state.has(root)) state.set(root, []);
  const where = new Map([...state].flatMap(([name, items]) => items.map((item) => [item, name] as const)));
  const wanted = new Set([...input.wanted.values()].flat());
  return { input, state, where, wanted, acts: [], settled: new Set(), stuck: new Set() };
}

const oldMark = " (old)";

function oldName(item: string): string {
  return `${item}${oldMark}`;
}

function isFixed({ input }: Work, item: string): boolean {
  return item.endsWith(oldMark) || input.isFixed(item);
}

/** What is not wanted goes first: what it holds then stands where others can be put next to it. */
function dissolveUnwanted(work: Work): void {
  for (const item of [...work.where.keys()]) {
    if (!isFixed(work, item) || work.wanted.has(item)) continue;
    const holder = work.where.get(item) ?? root;
    const inner = work.state.get(item) ?? [];
    const outer = work.state.get(holder) ?? [];
    outer.splice(outer.indexOf(item), 1, ...inner);
    for (const child of inner) work.where.set(child, holder);
    work.state.delete(item);
    work.where.delete(item);
    work.acts.push({ type: "dissolve", item });
  }
}

/** Fixed items that are there but cannot stay: in another container, in another order, or behind what is new. */
function misplaced(work: Work): string[] {
  return [...work.input.wanted].flatMap(([container, wanted]) => {
    const standing = work.state.get(container) ?? [];
    const hasMovable = wanted.some((item) => !isFixed(work, item));
    let last = -1;
    let isBehindNew = false;
    return wanted.filter((item) => {
      if (!isFixed(work, item)) return false;
      if (!work.where.has(item)) {
        isBehindNew = true;
        return false;
      }
      if (work.where.get(item) !== container) return true;
      if (isUnseen(work, item)) return false;
      const place = standing.indexOf(item);
      if (isBehindNew || place < last || (hasMovable && work.input.isUnplaced(item))) {
        isBehindNew = true;
        return true;
      }
      last = place;
      return false;
    });
  });
}

/** Will nothing that moves stand in it, at any depth? */
function isUnseen(work: Work, item: string): boolean {
  const inner = work.input.wanted.get(item);
  return inner?.every((one) => isFixed(work, one) && isUnseen(work, one)) === true;
}

/**
 * Brings the items of a container into their order. Those up to the first holder that is yet to be created keep
 * what already stands right; that holder, and all behind it, comes to the end one after the other.
 */
function settle(work: Work, container: string): void {
  work.settled.add(container);
  const wanted = work.input.wanted.get(container) ?? [];
  const newHolder = wanted.findIndex((item) => isFixed(work, item) && !work.where.has(item));
  const head = newHolder < 0 ? wanted : wanted.slice(0, newHolder);
  settleHead(work, container, head);
  const tail = wanted.slice(head.length);
  for (let at = 0; at < tail.length; ) {
    const run = runFrom(work, tail, at);
    if (run.length === 0) createHolder(work, tail[at] ?? "", container);
    else settleRun(work, container, run);
    at += Math.max(run.length, 1);
  }
}

/** Consecutive items that move. */
function runFrom(work: Work, items: readonly string[], from: number): readonly string[] {
  const end = items.findIndex((item, index) => index >= from && isFixed(work, item));
  return items.slice(from, end < 0 ? undefined : end);
}

/** A new holder takes along, in its creating call, the items that come first in it; those that are new are made before. */
function createHolder(work: Work, holder: string, container: string): void {
  if (work.where.has(holder)) return;
  const carried = runFrom(work, work.input.wanted.get(holder) ?? [], 0);
  for (const item of carried) born(work, item);
  create(work, holder, container, carried);
  for (const item of carried) stand(work, item, holder);
  settle(work, holder);
}

function create(work: Work, item: string, container: string, carried: readonly string[] = []): void {
  stand(work, item, container);
  work.acts.push({ type: "create", item, container, carried });
}

/** Takes an item from where it stands, if anywhere, and puts it into a container: at the end, or next to a sibling. */
function stand(
  work: Work,
  item: string,
  container: string,
  sibling?: string,
  side: "before" | "after" = "after",
): void {
  const before = work.state.get(work.where.get(item) ?? root) ?? [];
  const from = before.indexOf(item);
  if (from >= 0) before.splice(from, 1);
  const items = work.state.get(container) ?? [];
  const at = sibling === undefined ? items.length : items.indexOf(sibling) + (side === "after" ? 1 : 0);
  items.splice(at, 0, item);
  work.state.set(container, items);
  work.where.set(item, container);
}

/** Items around holders that stay. What is new is created first, and counts as standing at the end. */
function settleHead(work: Work, container: string, head: readonly string[]): void {
  for (const item of head) {
    const birthplace = work.input.isCreatedInPlace(item) ? container : root;
    if (!work.where.has(item)) create(work, item, birthplace);
  }
  const belonging = new Set(head);
  const standing = (work.state.get(container) ?? []).filter((item) => belonging.has(item));
  const present = new Set(standing);
  const fixed = new Set(standing.filter((item) => isFixed(work, item) && !isUnseen(work, item)));
  const seen = (items: readonly string[]): readonly string[] => items.filter((item) => !isUnseen(work, item));
  const shall = seen(head.filter((item) => present.has(item)));
  const settled = new Set(shall);
  for (const item of leastMoves(seen(standing), shall, fixed)) settled.delete(item);
  for (const [index, item] of seen(head).entries()) {
    if (settled.has(item)) continue;
    if (!placeInGap(work, container, seen(head), index, settled)) return;
    settled.add(item);
  }
}

/** Puts the item at `index` between the holders around it; false when it is stuck. */
function placeInGap(
  work: Work,
  container: string,
  head: readonly string[],
  index: number,
  settled: ReadonlySet<string>,
): boolean {
  const item = head[index] ?? "";
  const previous = head[index - 1];
  if (previous !== undefined && !isFixed(work, previous)) return place(work, item, "after", previous);
  const next = head.slice(index + 1).find((other) => settled.has(other));
  if (next !== undefined && !isFixed(work, next)) return place(work, item, "before", next);
  if (next === undefined) return toTheEnd(work, item, container);
  const items = work.state.get(container) ?? [];
  const from = previous === undefined ? 0 : items.indexOf(previous) + 1;
  const anchor = items.slice(from, items.indexOf(next)).find((other) => !isFixed(work, other));
  if (anchor !== undefined) return place(work, item, "after", anchor);
  work.stuck.add(next);
  return false;
}

function place(work: Work, item: string, side: "before" | "after", sibling: string): true {
  work.acts.push({ type: "place", item, side, sibling });
  stand(work, item, work.where.get(sibling) ?? root, sibling, side);
  return true;
}

/** Moves an item to the end of a container; false when nothing in the root can be used to get there. */
function toTheEnd(work: Work, item: string, container: string): boolean {
  if (work.where.get(item) === container) work.acts.push({ type: "last", item });
  else if (container !== root) work.acts.push({ type: "append", item, container });
  else return toTheEndOfRoot(work, item);
  stand(work, item, container);
  return true;
}

function toTheEndOfRoot(work: Work, item: string): boolean {
  const items = work.state.get(root) ?? [];
  const sibling = items.findLast((other) => !isFixed(work, other));
  if (sibling === undefined) {
    work.stuck.add(outermost(work, item));
    return false;
  }
  const isAtEnd = sibling === items.at(-1);
  place(work, item, "after", sibling);
  return isAtEnd || toTheEnd(work, item, root);
}

/** The holder at the root that an item stands in, at any depth. */
function outermost(work: Work, item: string): string {
  const holder = work.where.get(item) ?? root;
  return holder === root ? item : outermost(work, holder);
}

/** Brings items to the end of a container, in their order: first the one that gets there with the fewest calls. */
function settleRun(work: Work, container: string, run: readonly string[]): void {
  const isNear = (item: string): boolean => (work.where.get(item) ?? root) === container;
  const pivot = Math.max(run.findIndex(isNear), 0);
  if (!bringToTheEnd(work, container, run[pivot] ?? "")) return;
  for (let at = pivot - 1; at >= 0; at--) place(work, born(work, run[at]), "before", run[at + 1] ?? "");
  for (let at = pivot + 1; at < run.length; at++) {
    const isNew = !work.where.has(run[at] ?? "");
    const item = born(work, run[at]);
    if (!isNew || container !== root) place(work, item, "after", run[at - 1] ?? "");
  }
}

/** The item, created at the end of the root when it is not there. */
function born(work: Work, item = ""): string {
  if (!work.where.has(item)) create(work, item, root);
  return item;
}

function bringToTheEnd(work: Work, container: string, item: string): boolean {
  if (work.where.has(item)) return toTheEnd(work, item, container);
  create(work, item, root);
  return container === root || toTheEnd(work, item, container);
}
