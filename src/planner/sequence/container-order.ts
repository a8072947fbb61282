import { root } from "../match/tree-kind.ts";
import { type Act, type Arrangement, isUnseen, oldMark } from "./arrangement.ts";
import { type Anchor, type Lists, type Placing, placings, put } from "./ordered-lists.ts";

/** An arrangement while its acts are found. */
export interface Work {
  readonly input: Arrangement;
  /** The lists as the acts so far leave them. */
  readonly lists: Lists;
  /** The container that each item shall be in; what is not wanted has none. */
  readonly wanted: ReadonlyMap<string, string>;
  readonly acts: Act[];
  /** Containers whose items are in order. */
  readonly done: Set<string>;
  /** Groups that are in the way of a section. */
  readonly inTheWay: Set<string>;
}

/** True for a group that nothing moves. */
export function isFixed({ input }: Work, item: string): boolean {
  return item.endsWith(oldMark) || input.isFixed(item);
}

/**
 * Brings the items of a container into their order: items that are in order already stay (n − LIS moves). A new group
 * that nothing moves, and all behind it, comes to the end one after the other.
 */
export function orderContainer(work: Work, container: string): void {
  work.done.add(container);
  const wanted = work.input.wanted.get(container) ?? [];
  for (const item of wanted) if (!isAlreadyIn(work, item, container)) orderWhatLeaves(work, item);
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
  return item === root || lists.containers.has(item);
}

function isAlreadyIn({ lists }: Work, item: string, container: string): boolean {
  return lists.containers.get(item) === container;
}

/** The groups in an item that do not stay in it. */
function groupsLeaving({ input, lists, wanted }: Work, item: string): readonly string[] {
  const inner = lists.items.get(item) ?? [];
  return inner.filter((one) => input.isContainer(one) && wanted.get(one) !== item);
}

/** Brings the groups that leave an item, and what is in them, to their places before the item changes its container. */
function orderWhatLeaves(work: Work, item: string): void {
  if (!work.input.isReparented(item)) return;
  for (const group of groupsLeaving(work, item))
    for (const one of [group, ...(work.lists.items.get(group) ?? [])]) {
      const container = work.wanted.get(one);
      if (container !== undefined && isThere(work, container) && !work.done.has(container))
        orderContainer(work, container);
    }
}

/**
 * Takes an item to the end of the container that it shall be in. The groups that do not stay in it leave it first: groups
 * nest one level.
 */
function enter(work: Work, item: string): void {
  const container = work.wanted.get(item) ?? root;
  createAround(work, item);
  if (isAlreadyIn(work, item, container)) return;
  for (const group of groupsLeaving(work, item)) leave(work, group);
  act(work, item, container, undefined);
}

/** Takes an item out of what is deleted, or changes its container. */
function leave(work: Work, item: string): void {
  if (work.wanted.has(item)) enter(work, item);
  else if (work.input.isContainer(item)) dissolve(work, item);
}

/** Deletes a group. Items that an update takes out leave it first; the others take its place (A25). */
export function dissolve(work: Work, group: string): void {
  const { items, containers } = work.lists;
  for (const item of [...(items.get(group) ?? [])]) if (work.input.isReparented(item)) leave(work, item);
  const container = containers.get(group) ?? root;
  const inner = items.get(group) ?? [];
  const outer = items.get(container) ?? [];
  outer.splice(outer.indexOf(group), 1, ...inner);
  for (const child of inner) containers.set(child, container);
  items.delete(group);
  containers.delete(group);
  work.acts.push({ type: "dissolve", item: group });
}

/** Consecutive sections. */
function sectionsFrom(work: Work, items: readonly string[], from: number): readonly string[] {
  const end = items.findIndex((item, index) => index >= from && isFixed(work, item));
  return items.slice(from, end < 0 ? undefined : end);
}

function createGroup(work: Work, group: string, container: string): void {
  if (isThere(work, group)) return;
  create(work, group, container);
  orderContainer(work, group);
}

/** The create of a group names the sections that come first in it (A25). New ones among them are created before it. */
function create(work: Work, item: string, container: string): void {
  createNeeded(work, item);
  const carried = carriedBy(work, item);
  for (const one of carried) ensureThere(work, one);
  put(work.lists, item, container);
  for (const one of carried) put(work.lists, one, item);
  work.acts.push({ type: "create", item, container, carried });
}

/** Creates the first of those without one of which an item cannot be created, unless one is there. */
function createNeeded(work: Work, item: string): void {
  const { needs, isCreatedInPlace } = work.input;
  const isNeeded = (other: string): boolean => needs(item, other);
  const first = [...work.wanted.keys()].find(isNeeded);
  if (first === undefined || [...work.lists.containers.keys()].some(isNeeded)) return;
  createAround(work, first);
  const container = work.wanted.get(first) ?? root;
  if (!isThere(work, first)) create(work, first, isCreatedInPlace(first) ? container : root);
}

/** Creates the containers that an item shall be in, the outer one first, where they are not there. */
function createAround(work: Work, item: string): void {
  const container = work.wanted.get(item) ?? root;
  if (isThere(work, container)) return;
  createAround(work, container);
  create(work, container, work.wanted.get(container) ?? root);
}

/**
 * The sections that a new group is created with: those before the place that costs the fewest calls. A group before that
 * place moves once more, and so does a section behind it, unless it is created there.
 */
function carriedBy(work: Work, group: string): readonly string[] {
  const { isCarried, isCreatedInPlace, wanted } = work.input;
  const items = wanted.get(group) ?? [];
  const costs = (item: string): boolean => isThere(work, item) || !isCreatedInPlace(item);
  let [calls, least, place] = [0, 0, 0];
  for (const [index, item] of items.entries()) {
    if (isFixed(work, item)) break;
    if (!isCarried(item)) calls++;
    else if (costs(item)) calls--;
    if (calls < least) [least, place] = [calls, index + 1];
  }
  return items.slice(0, place).filter(isCarried);
}

/** Creates a section at the end of the root when it is not there. */
function ensureThere(work: Work, item: string): void {
  if (!isThere(work, item)) create(work, item, root);
}

/** Moves items around groups that stay. First comes what is created, or comes by an update, at the end. */
function orderAroundGroups(work: Work, container: string, head: readonly string[]): void {
  const { isCreatedInPlace, isReparented, wanted } = work.input;
  for (const item of head) {
    if (!isThere(work, item)) create(work, item, isCreatedInPlace(item) ? container : root);
    else if (isReparented(item)) enter(work, item);
  }
  const seen = head.filter((item) => !isUnseen(wanted, work.input.isFixed, item));
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
