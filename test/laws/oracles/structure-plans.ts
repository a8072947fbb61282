import type { Act, Arrangement, ArrangementPlan } from "../../../src/planner/sequence/arrangement.ts";
import {
  atItsEnd,
  containerOf,
  dissolved,
  groupsIn,
  inGroup,
  isSection,
  type Layout,
  lookalikes,
  nextTo,
  sectionsIn,
  visible,
  withGroup,
  withSection,
} from "../worlds/structure-model.ts";
import type { Cost } from "./structure-oracle.ts";

/** The input of the planner, as `structure.ts` gives it: empty groups come last in the wanted structure (A22). */
export function arrangementOf(live: Layout, wanted: Layout): Arrangement {
  const isEmpty = (layout: Layout, group: string): boolean => visible(layout).includes(`>${group}`);
  const last = (items: readonly string[]): readonly string[] => {
    const isUnseen = (item: string): boolean => !isSection(item) && isEmpty(wanted, item);
    return [...items.filter((item) => !isUnseen(item)), ...items.filter(isUnseen)];
  };
  return {
    current: orderOf(live),
    wanted: new Map([...orderOf(wanted)].map(([container, items]) => [container, last(items)])),
    isContainer: (item) => !isSection(item),
    isFixed: (item) => !isSection(item),
    isReparented: () => false,
    needs: () => false,
    isCarried: isSection,
    isUnplaced: (item) => !isSection(item) && live.includes(item) && isEmpty(live, item),
    isCreatedInPlace: (item) => !isSection(item),
  };
}

export function orderOf(layout: Layout): ReadonlyMap<string, readonly string[]> {
  const items = [...layout].filter((item) => item !== "[" && item !== "]");
  return new Map(
    ["", ...groupsIn(layout)].map((container) => [
      container,
      items.filter((item) => containerOf(layout, item) === container),
    ]),
  );
}

/** The cost of a plan, with one call for each deleted section. */
export function costOf(live: Layout, wanted: Layout, { acts, rebuild }: ArrangementPlan): Cost {
  const gone = sectionsIn(live).filter((section) => !wanted.includes(section)).length;
  return { rebuilt: rebuild.length, calls: acts.length + gone };
}

/** Old ones of groups that are rebuilt have names of one letter too. */
function short(item: string): string {
  return item.endsWith(" (old)") ? String(item.charCodeAt(0) - 65) : item;
}

/** One act on a layout. */
export function performed(layout: Layout, act: Act): Layout {
  switch (act.type) {
    case "create":
      return isSection(act.item)
        ? withSection(layout, act.item)
        : withGroup(layout, act.item, short(act.container), act.carried.join(""));
    case "dissolve":
      return dissolved(layout, short(act.item));
    case "move":
      if (act.anchor !== undefined) return nextTo(layout, act.item, act.anchor.sibling, act.anchor.side);
      return act.isElsewhere ? inGroup(layout, act.item, short(act.container)) : atItsEnd(layout, act.item);
  }
}

/** The results of the acts on a layout, and on all that look like it, as people see them afterwards. */
export function outcomes(
  live: Layout,
  wanted: Layout,
  { acts, rebuild }: ArrangementPlan,
): readonly string[] {
  const start = rebuild.reduce((layout, group) => layout.replace(group, short(`${group} (old)`)), live);
  const ends = lookalikes(start).map((one) => acts.reduce(performed, one));
  const bare = (layout: Layout): Layout =>
    [...layout].filter((item) => !isSection(item) || wanted.includes(item)).join("");
  return [...new Set(ends.map((layout) => visible(bare(layout))))];
}
