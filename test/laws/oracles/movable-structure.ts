import { expect } from "vitest";
import type { Act, Arrangement } from "../../../src/planner/sequence/arrangement.ts";
import { arrange } from "../../../src/planner/sequence/site-order.ts";
import {
  containerOf,
  groupsIn,
  isGroup,
  isSection,
  itemsIn,
  type Layout,
} from "../worlds/structure-model.ts";
import { arrangementOf, orderOf } from "./structure-plans.ts";

/**
 * The structure of a site where everything moves: a call puts an item next to a sibling, an update takes it to the end
 * of another container, groups nest one level, and an empty group has its place. Nothing says what happens to items of a
 * group that is deleted, so nothing that stays may be in it.
 */
function movableArrangement(live: Layout, wanted: Layout): Arrangement {
  return {
    ...arrangementOf(live, wanted),
    wanted: orderOf(wanted),
    isFixed: () => false,
    isReparented: () => true,
    isUnplaced: () => false,
    isCreatedInPlace: () => true,
  };
}

/** The text of an item, with what is in it. */
function textOf(layout: Layout, item: string): string {
  const open = layout.indexOf(item);
  if (isSection(item)) return item;
  let depth = 0;
  for (let at = open + 1; ; at++) {
    if (layout[at] === "[") depth++;
    if (layout[at] === "]" && --depth === 0) return layout.slice(open, at + 1);
  }
}

function without(layout: Layout, item: string): Layout {
  return layout.replace(textOf(layout, item), "");
}

function atTheEnd(layout: Layout, text: string, container: string): Layout {
  if (container === "") return layout + text;
  const outer = textOf(layout, container);
  return layout.replace(outer, `${outer.slice(0, -1)}${text}]`);
}

/** An item comes into a container; undefined where the platform refuses it. */
function entered(layout: Layout, item: string, container: string): Layout | undefined {
  const text = textOf(layout, item);
  if (!mayHold(layout, text, container)) return undefined;
  return atTheEnd(without(layout, item), text, container);
}

/** Groups nest one level, and none is in itself. */
function mayHold(layout: Layout, text: string, container: string): boolean {
  if (container === "" || isSection(text)) return true;
  return (
    layout.includes(container) &&
    containerOf(layout, container) === "" &&
    groupsIn(text).length === 1 &&
    text[0] !== container
  );
}

function sorted(layout: Layout, item: string, sibling: string, side: "before" | "after"): Layout | undefined {
  if (item === sibling || containerOf(layout, item) !== containerOf(layout, sibling)) return undefined;
  const rest = without(layout, item);
  const beside = textOf(rest, sibling);
  const text = textOf(layout, item);
  return rest.replace(beside, side === "before" ? text + beside : beside + text);
}

function created(
  layout: Layout,
  item: string,
  container: string,
  carried: readonly string[],
): Layout | undefined {
  const rest = carried.reduce(without, layout);
  const text = isSection(item) ? item : `${item}[${carried.join("")}]`;
  if (isGroup(item) && container !== "" && containerOf(layout, container) !== "") return undefined;
  return atTheEnd(rest, text, container);
}

/** Deletes a group in which no other group is, nor anything wanted. Sections that go may go with it. */
function deleted(layout: Layout, group: string, wanted: Layout): Layout | undefined {
  const inner = itemsIn(layout, group);
  return inner.some((item) => isGroup(item) || wanted.includes(item)) ? undefined : without(layout, group);
}

/** The acts of a plan, each of which the platform takes, and which lead to what is wanted. */
export function planWhereAllMoves(live: Layout, wanted: Layout): readonly Act[] {
  const { acts, rebuild } = arrange(movableArrangement(live, wanted));
  const end = acts.reduce((layout, act) => {
    const next = resultOf(layout, act, wanted);
    if (next === undefined) throw new Error(`refused at ${layout}: ${JSON.stringify(act)}`);
    return next;
  }, live);
  expect(bare(end, wanted), JSON.stringify([live, wanted, acts])).toBe(wanted);
  expect(rebuild).toEqual([]);
  return acts;
}

function resultOf(layout: Layout, act: Act, wanted: Layout): Layout | undefined {
  if (act.type === "create") return created(layout, act.item, act.container, act.carried);
  if (act.type === "dissolve") return deleted(layout, act.item, wanted);
  if (act.anchor === undefined) return entered(layout, act.item, act.container);
  return sorted(layout, act.item, act.anchor.sibling, act.anchor.side);
}

/** A layout without the sections that go. */
function bare(layout: Layout, wanted: Layout): Layout {
  return [...layout].filter((item) => !isSection(item) || wanted.includes(item)).join("");
}

/** The fewest calls by search over all that the platform takes. Sections that go are not counted. */
export function fewestWhereAllMoves(live: Layout, wanted: Layout): number {
  const best = new Map([[live, 0]]);
  const waiting: Layout[][] = [];
  const offer = (layout: Layout, calls: number): void => {
    const total = calls + atLeast(layout, wanted);
    const level = waiting[total] ?? [];
    waiting[total] = level;
    level.push(layout);
  };
  offer(live, 0);
  for (let total = 0; total < waiting.length; total++) {
    const level = waiting[total] ?? [];
    for (let layout = level.pop(); layout !== undefined; layout = level.pop()) {
      const calls = best.get(layout) ?? 0;
      if (calls + atLeast(layout, wanted) < total) continue;
      if (isReached(layout, wanted)) return calls;
      for (const next of successors(layout, wanted)) {
        if (calls + 1 >= (best.get(next) ?? Number.POSITIVE_INFINITY)) continue;
        best.set(next, calls + 1);
        offer(next, calls + 1);
      }
    }
  }
  throw new Error(`nothing leads from ${live} to ${wanted}`);
}

function isReached(layout: Layout, wanted: Layout): boolean {
  return bare(layout, wanted) === wanted;
}

/** Items to create, to delete, or to bring into another container that is there: each takes a call. */
function atLeast(layout: Layout, wanted: Layout): number {
  const all = [...wanted].filter((item) => item !== "[" && item !== "]");
  const needs = all.filter((item) => {
    if (!layout.includes(item)) return true;
    const container = containerOf(wanted, item);
    return (container === "" || layout.includes(container)) && containerOf(layout, item) !== container;
  });
  return needs.length + groupsIn(layout).filter((group) => !wanted.includes(group)).length;
}

function successors(layout: Layout, wanted: Layout): readonly Layout[] {
  const items = [...layout].filter((item) => item !== "[" && item !== "]");
  const containers = ["", ...groupsIn(layout)];
  const missing = [...wanted].filter((item) => item !== "[" && item !== "]" && !layout.includes(item));
  return [
    ...missing.flatMap((item) =>
      containers.flatMap((container) =>
        (isSection(item) ? [[]] : carriable(layout, item, wanted)).map((carried) =>
          created(layout, item, container, carried),
        ),
      ),
    ),
    ...items.flatMap((item) => containers.map((container) => entered(layout, item, container))),
    ...items.flatMap((item) =>
      itemsIn(layout, containerOf(layout, item)).flatMap((sibling) => [
        sorted(layout, item, sibling, "before"),
        sorted(layout, item, sibling, "after"),
      ]),
    ),
    ...groupsIn(layout).flatMap((group) => (wanted.includes(group) ? [] : deleted(layout, group, wanted))),
  ].flatMap((next) => next ?? []);
}

/** Sections that a new group can take along: some of those it shall hold, in their order. */
function carriable(layout: Layout, group: string, wanted: Layout): readonly (readonly string[])[] {
  const inner = itemsIn(wanted, group).filter((item) => isSection(item) && layout.includes(item));
  return Array.from({ length: 2 ** inner.length }, (_, bits) =>
    inner.filter((__, at) => (bits >> at) % 2 === 1),
  );
}

/**
 * The calls by arithmetic: one for each item that comes, for each group that goes, and for each item that changes its
 * container, but for those that a new group takes along; and in each container n − LIS, where what comes is at the end.
 */
export function callsByArithmetic(live: Layout, wanted: Layout): number {
  const groups = groupsIn(live).filter((group) => !wanted.includes(group));
  return ["", ...groupsIn(wanted)].reduce(
    (calls, container) => calls + callsIn(live, wanted, container),
    groups.length,
  );
}

/** Before some place of its order, what is there stays; behind it, what comes stays. All others take a call more. */
function callsIn(live: Layout, wanted: Layout, container: string): number {
  const items = itemsIn(wanted, container);
  const isNewGroup = container !== "" && !live.includes(container);
  const fresh = items.filter((item) => !live.includes(item)).length;
  const others = items.filter(
    (item) => live.includes(item) && (isNewGroup || containerOf(live, item) !== container),
  );
  const places = items.map((_, place) => place);
  const costs = [...places, items.length].map((split) => {
    const first = items.slice(0, split);
    const rest = items.slice(split);
    if (!isNewGroup) {
      const standing = itemsIn(live, container).filter((item) => first.includes(item));
      const staying = longest(standing.map((item) => first.indexOf(item)));
      const coming = rest.filter((item) => !live.includes(item) || others.includes(item)).length;
      return others.length + items.length - staying - coming;
    }
    // A new group takes sections along, and everything else comes behind them.
    const later = rest.filter((item) => live.includes(item)).length;
    const groupsBefore = first.filter(isGroup);
    return later + groupsBefore.length + groupsBefore.filter((item) => live.includes(item)).length;
  });
  return fresh + Math.min(...costs);
}

function longest(values: readonly number[]): number {
  const lengths: number[] = [];
  for (const [at, value] of values.entries())
    lengths.push(
      1 +
        Math.max(0, ...values.slice(0, at).map((one, before) => (one < value ? (lengths[before] ?? 0) : 0))),
    );
  return Math.max(0, ...lengths);
}
