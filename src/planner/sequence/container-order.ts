import { root } from "../match/tree-kind.ts";
import { type Act, type Arrangement, isUnseen, oldMark } from "./arrangement.ts";
import { leastMoves } from "./moves.ts";

/** An arrangement while it is worked on. */
export interface Work {
  readonly input: Arrangement;
  /** Items by container, as the acts so far leave them. */
  readonly state: Map<string, string[]>;
  /** Container of each item that is there. */
  readonly where: Map<string, string>;
  /** All items that are wanted. */
  readonly wanted: ReadonlySet<string>;
  readonly acts: Act[];
  /** Containers whose items stand as they shall. */
  readonly settled: Set<string>;
  /** Fixed items in whose way something is. */
  readonly stuck: Set<string>;
}

/** Does nothing move it? */
export function isFixed({ input }: Work, item: string): boolean {
  return item.endsWith(oldMark) || input.isFixed(item);
}

/**
 * Brings the items of a container into their order. Before the first new group, sections that already stand right
 * stay (n − LIS moves). That group, and all behind it, comes to the end one after the other.
 */
export function settle(work: Work, container: string): void {
  work.settled.add(container);
  const wanted = work.input.wanted.get(container) ?? [];
  const newGroup = wanted.findIndex((item) => isFixed(work, item) && !work.where.has(item));
  const head = newGroup < 0 ? wanted : wanted.slice(0, newGroup);
  settleHead(work, container, head);
  const tail = wanted.slice(head.length);
  for (let at = 0; at < tail.length; ) {
    const run = runFrom(work, tail, at);
    if (run.length === 0) createGroup(work, tail[at] ?? "", container);
    else settleRun(work, container, run);
    at += Math.max(run.length, 1);
  }
}

/** Consecutive items that move. */
function runFrom(work: Work, items: readonly string[], from: number): readonly string[] {
  const end = items.findIndex((item, index) => index >= from && isFixed(work, item));
  return items.slice(from, end < 0 ? undefined : end);
}

/** The create of a group names the sections that come first in it (A25). New sections are created before it. */
function createGroup(work: Work, holder: string, container: string): void {
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

/** Moves sections around groups that stay. New sections are created first, at the end. */
function settleHead(work: Work, container: string, head: readonly string[]): void {
  for (const item of head) {
    const birthplace = work.input.isCreatedInPlace(item) ? container : root;
    if (!work.where.has(item)) create(work, item, birthplace);
  }
  const belonging = new Set(head);
  const standing = (work.state.get(container) ?? []).filter((item) => belonging.has(item));
  const present = new Set(standing);
  const fixed = new Set(standing.filter((item) => isFixed(work, item) && !isUnseen(work.input, item)));
  const seen = (items: readonly string[]): readonly string[] =>
    items.filter((item) => !isUnseen(work.input, item));
  const shall = seen(head.filter((item) => present.has(item)));
  const settled = new Set(shall);
  for (const item of leastMoves(seen(standing), shall, fixed)) settled.delete(item);
  for (const [index, item] of seen(head).entries()) {
    if (settled.has(item)) continue;
    if (!placeInGap(work, container, seen(head), index, settled)) return;
    settled.add(item);
  }
}

/** Puts the item at `index` between the groups around it; false when nothing can be moved next to. */
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

/** The group at the root that an item stands in, at any depth. */
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
