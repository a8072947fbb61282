import {
  atItsEnd,
  containerOf,
  dissolved,
  groupsIn,
  inGroup,
  isSection,
  itemsIn,
  type Layout,
  lookalikes,
  nextTo,
  sectionsIn,
  visible,
  withGroup,
  withSection,
} from "../worlds/structure-model.ts";

/** The cost of a structure of a site. Fewer groups created again come first, then fewer calls. */
export interface Cost {
  readonly rebuilt: number;
  readonly calls: number;
}

/** The subject of a search: from one layout to another, with some groups created again. */
interface Problem {
  readonly wanted: Layout;
  readonly goal: string;
  readonly rebuilt: readonly string[];
  /** Groups that nobody will see (A22). */
  readonly unseen: ReadonlySet<string>;
  /** Groups that go: nobody wants them, or they are the old ones of groups that are rebuilt. */
  readonly going: ReadonlySet<string>;
}

/** Live layouts that look the same: what is done must be right for each of them. */
type Belief = readonly Layout[];

/**
 * The least that leads from one layout to another, by search over all that the API can do. Sections that are not
 * wanted stay until the end, and groups that are not wanted are dissolved at any time.
 */
export function leastCost(live: Layout, wanted: Layout): Cost {
  const kept = groupsIn(live).filter((group) => wanted.includes(group));
  const gone = sectionsIn(live).filter((section) => !wanted.includes(section)).length;
  for (let size = 0; size <= kept.length; size++) {
    const found = subsets(kept)
      .filter((rebuilt) => rebuilt.length === size)
      .flatMap((rebuilt) => search(live, problemOf(live, wanted, rebuilt)) ?? []);
    if (found.length > 0) return { rebuilt: size, calls: Math.min(...found) + gone };
  }
  throw new Error(`nothing leads from ${live} to ${wanted}`);
}

function subsets(items: readonly string[]): string[][] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

function oldOf(group: string): string {
  return String(group.charCodeAt(0) - 65);
}

function problemOf(live: Layout, wanted: Layout, rebuilt: readonly string[]): Problem {
  const going = [...rebuilt.map(oldOf), ...groupsIn(live).filter((group) => !wanted.includes(group))];
  const goal = visible(wanted);
  const unseen = new Set(groupsIn(wanted).filter((group) => goal.includes(`>${group}`)));
  return { wanted, goal, rebuilt, unseen, going: new Set(going) };
}

/** Fewest calls (A*): each layout is visited with the fewest calls that lead to it. */
function search(live: Layout, problem: Problem): number | undefined {
  const renamed = problem.rebuilt.reduce((layout, group) => layout.replace(group, oldOf(group)), live);
  const start: Belief = lookalikes(renamed);
  const waiting: (readonly [Belief, number])[][] = [];
  const best = new Map<string, number>();
  let total = 0;
  const offer = (belief: Belief, calls: number): void => {
    const key = belief.join(" ");
    if (calls >= (best.get(key) ?? Number.POSITIVE_INFINITY)) return;
    const left = atLeast(belief, problem);
    if (left === undefined) return;
    best.set(key, calls);
    const reached = Math.max(total, calls + left);
    const level = waiting[reached] ?? [];
    waiting[reached] = level;
    level.push([belief, calls]);
  };
  offer(start, 0);
  for (; total < waiting.length; total++) {
    const level = waiting[total] ?? [];
    for (let next = level.pop(); next !== undefined; next = level.pop()) {
      const [belief, calls] = next;
      if (calls > (best.get(belief.join(" ")) ?? 0)) continue;
      if (isReached(belief, problem)) return calls;
      for (const later of successors(belief, problem)) offer(later, calls + 1);
    }
  }
  return undefined;
}

function isReached(belief: Belief, { goal, wanted, going }: Problem): boolean {
  return belief.every((layout) => {
    if (groupsIn(layout).some((group) => going.has(group))) return false;
    const bare = [...layout].filter((item) => !isSection(item) || wanted.includes(item)).join("");
    return visible(bare) === goal;
  });
}

/**
 * Calls that are missing at least: what is not there yet, what must go, and what nothing but a call of its own
 * brings into its container. Undefined when two groups that stay can never stand as they shall.
 */
function atLeast(belief: Belief, problem: Problem): number | undefined {
  const [layout = ""] = belief;
  const { wanted, going } = problem;
  if (belief.some((one) => !isPossible(one, problem))) return undefined;
  const missing = [...wanted].filter((item) => item !== "[" && item !== "]" && !layout.includes(item));
  const leaving = groupsIn(layout).filter((group) => going.has(group));
  const strangers = sectionsIn(layout).filter((section) => {
    if (!wanted.includes(section)) return false;
    const container = containerOf(wanted, section);
    return (container === "" || layout.includes(container)) && regionOf(layout, section, going) !== container;
  });
  return missing.length + leaving.length + strangers.length;
}

/** The container of an item after the deletes. */
function regionOf(layout: Layout, item: string, going: ReadonlySet<string>): string {
  const container = containerOf(layout, item);
  return going.has(container) ? regionOf(layout, container, going) : container;
}

/**
 * Nothing moves a group: one that stays is in its place already, seen from what else stays. And nothing comes
 * between two that stay when nothing is there: a section goes next to a section, to an end, or where a group goes.
 */
function isPossible(layout: Layout, { wanted, unseen, going }: Problem): boolean {
  const staying = groupsIn(layout).filter((group) => !going.has(group));
  if (staying.some((group) => regionOf(layout, group, going) !== containerOf(wanted, group))) return false;
  return ["", ...staying].every((container) => {
    const standing = standingIn(layout, container, going);
    const items = itemsIn(wanted, container).filter((item) => !unseen.has(item));
    let from = 0;
    let gap: string[] = [];
    for (const item of items) {
      if (isSection(item) || !standing.includes(item)) {
        gap.push(item);
        continue;
      }
      const to = standing.indexOf(item);
      if (to < from || !canHold(gap, standing.slice(from, to))) return false;
      [from, gap] = [to + 1, []];
    }
    return true;
  });
}

function canHold(gap: readonly string[], standing: string): boolean {
  if (gap.length === 0 || standing.includes(goes)) return true;
  return gap.every(isSection) && [...standing].some(isSection);
}

/** Stands for the end of a group that goes: what is put there comes into the container around it. */
const goes = ".";

/** The content of a container after the deletes, with the content of the deleted groups. */
function standingIn(layout: Layout, container: string, going: ReadonlySet<string>): string {
  return itemsIn(layout, container)
    .map((item) => (going.has(item) ? standingIn(layout, item, going) + goes : item))
    .join("");
}

/** Everything that one call can make of a layout. */
function successors(belief: Belief, problem: Problem): readonly Belief[] {
  const [layout = ""] = belief;
  const all: Belief[] = [];
  const call = (change: (one: Layout) => Layout): void => {
    all.push([...new Set(belief.map(change))]);
  };
  const groups = groupsIn(layout);
  const sections = sectionsIn(layout);
  for (const item of problem.wanted) {
    if (item === "[" || item === "]" || layout.includes(item)) continue;
    if (isSection(item)) call((one) => withSection(one, item));
    else
      for (const container of ["", ...groups])
        for (const carried of carriable(layout, item, problem))
          call((one) => withGroup(one, item, container, carried));
  }
  for (const group of groups) if (problem.going.has(group)) call((one) => dissolved(one, group));
  for (const section of sections) {
    call((one) => atItsEnd(one, section));
    for (const group of groups) call((one) => inGroup(one, section, group));
    for (const sibling of sections) {
      if (sibling === section) continue;
      call((one) => nextTo(one, section, sibling, "before"));
      call((one) => nextTo(one, section, sibling, "after"));
    }
  }
  return all;
}

/** Sections that a new group can take along: some of those it shall hold, in their order. */
function carriable(layout: Layout, group: string, { wanted }: Problem): readonly string[] {
  const inner = sectionsIn(wanted).filter(
    (section) => containerOf(wanted, section) === group && layout.includes(section),
  );
  return subsets(inner).map((some) => some.join(""));
}
