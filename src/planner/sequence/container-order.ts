import { root } from "../match/tree-kind.ts";
import { type Act, type Arrangement, isUnseen, oldMark } from "./arrangement.ts";
import { type Anchor, type Lists, type Placing, placings, put } from "./ordered-lists.ts";

/** An arrangement while its acts are found. */
export interface Work {
  readonly input: Arrangement;
  /** The lists as the acts so far leave them. */
  readonly lists: Lists;
  /** All items that are wanted. */
  readonly wanted: ReadonlySet<string>;
  readonly acts: Act[];
  /** Containers whose items are in order. */
  readonly done: Set<string>;
  /** Groups that are in the way of a section. */
  readonly inTheWay: Set<string>;
}

/** True for a group: nothing moves it. */
export function isFixed({ input }: Work, item: string): boolean {
  return item.endsWith(oldMark) || input.isFixed(item);
}

/**
 * Brings the items of a container into their order. Before the first new group, sections that are in order already stay
 * (n − LIS moves). That group, and all behind it, comes to the end one after the other.
 */
export function orderContainer(work: Work, container: string): void {
  work.done.add(container);
  const wanted = work.input.wanted.get(container) ?? [];
  const newGroup = wanted.findIndex((item) => isFixed(work, item) && !isThere(work, item));
  const head = newGroup < 0 ? wanted : wanted.slice(0, newGroup);
  orderAroundGroups(work, container, head);
  const tail = wanted.slice(head.length);
  for (let at = 0; at < tail.length; ) {
    const sections = sectionsFrom(work, tail, at);
    if (sections.length === 0) createGroup(work, tail[at] ?? "", container);
    else bringToTheEnd(work, container, sections);
    at += Math.max(sections.length, 1);
  }
}

function isThere({ lists }: Work, item: string): boolean {
  return lists.containers.has(item);
}

/** Consecutive sections. */
function sectionsFrom(work: Work, items: readonly string[], from: number): readonly string[] {
  const end = items.findIndex((item, index) => index >= from && isFixed(work, item));
  return items.slice(from, end < 0 ? undefined : end);
}

/** The create of a group names the sections that come first in it (A25). New sections are created before it. */
function createGroup(work: Work, group: string, container: string): void {
  if (isThere(work, group)) return;
  const carried = sectionsFrom(work, work.input.wanted.get(group) ?? [], 0);
  for (const item of carried) ensureThere(work, item);
  create(work, group, container, carried);
  for (const item of carried) put(work.lists, item, group);
  orderContainer(work, group);
}

function create(work: Work, item: string, container: string, carried: readonly string[] = []): void {
  put(work.lists, item, container);
  work.acts.push({ type: "create", item, container, carried });
}

/** Creates a section at the end of the root when it is not there. */
function ensureThere(work: Work, item: string): void {
  if (!isThere(work, item)) create(work, item, root);
}

/** Moves sections around groups that stay. New sections are created first, at the end. */
function orderAroundGroups(work: Work, container: string, head: readonly string[]): void {
  for (const item of head)
    if (!isThere(work, item)) create(work, item, work.input.isCreatedInPlace(item) ? container : root);
  const seen = head.filter((item) => !isUnseen(work.input, item));
  const compared = new Set(seen);
  const current = (work.lists.items.get(container) ?? []).filter((item) => compared.has(item));
  const fixed = new Set(current.filter((item) => isFixed(work, item)));
  for (const placing of placings(current, seen, fixed)) if (!moveIntoGap(work, container, placing)) return;
}

/** Puts a section between the groups around it; false when no section is there to move next to. */
function moveIntoGap(work: Work, container: string, { item, previous, next }: Placing): boolean {
  if (previous !== undefined && !isFixed(work, previous)) return move(work, item, "after", previous);
  if (next === undefined) return moveToTheEnd(work, item, container);
  if (!isFixed(work, next)) return move(work, item, "before", next);
  const items = work.lists.items.get(container) ?? [];
  const from = previous === undefined ? 0 : items.indexOf(previous) + 1;
  const sibling = items.slice(from, items.indexOf(next)).find((other) => !isFixed(work, other));
  if (sibling !== undefined) return move(work, item, "after", sibling);
  work.inTheWay.add(next);
  return false;
}

function move(work: Work, item: string, side: Anchor["side"], sibling: string): true {
  return act(work, item, work.lists.containers.get(sibling) ?? root, { side, sibling });
}

function act(work: Work, item: string, container: string, anchor: Anchor | undefined): true {
  const isElsewhere = work.lists.containers.get(item) !== container;
  work.acts.push({ type: "move", item, container, anchor, isElsewhere });
  put(work.lists, item, container, anchor);
  return true;
}

/** Moves an item to the end of a container; false when nothing in the root can be used to get there. */
function moveToTheEnd(work: Work, item: string, container: string): boolean {
  if (work.lists.containers.get(item) === container || container !== root)
    return act(work, item, container, undefined);
  const items = work.lists.items.get(root) ?? [];
  const sibling = items.findLast((other) => !isFixed(work, other));
  if (sibling === undefined) {
    work.inTheWay.add(groupAround(work, item));
    return false;
  }
  const isAtEnd = sibling === items.at(-1);
  move(work, item, "after", sibling);
  return isAtEnd || moveToTheEnd(work, item, root);
}

/** The group at the root that an item is in, at any depth. */
function groupAround(work: Work, item: string): string {
  const container = work.lists.containers.get(item) ?? root;
  return container === root ? item : groupAround(work, container);
}

/** Brings sections to the end of a container, in their order: first the one that gets there with the fewest calls. */
function bringToTheEnd(work: Work, container: string, sections: readonly string[]): void {
  const isNear = (item: string): boolean => (work.lists.containers.get(item) ?? root) === container;
  const pivot = Math.max(sections.findIndex(isNear), 0);
  const first = sections[pivot] ?? "";
  const isNew = !isThere(work, first);
  ensureThere(work, first);
  if (!(isNew && container === root) && !moveToTheEnd(work, first, container)) return;
  for (let at = pivot - 1; at >= 0; at--) {
    ensureThere(work, sections[at] ?? "");
    move(work, sections[at] ?? "", "before", sections[at + 1] ?? "");
  }
  for (let at = pivot + 1; at < sections.length; at++) {
    const isCreated = !isThere(work, sections[at] ?? "");
    ensureThere(work, sections[at] ?? "");
    if (!isCreated || container !== root) move(work, sections[at] ?? "", "after", sections[at - 1] ?? "");
  }
}
