import { type Arrangement, type ArrangementPlan, mapAct, root } from "./arrangement.ts";
import { callsLeft, type Goal, isGoing } from "./calls-left.ts";
import { containersIn, type Forest, rootNumber } from "./forest.ts";
import { numberedOf } from "./numbered.ts";
import { type Budget, searchActs, subsets } from "./search-acts.ts";

/** Most forests that are looked at for one arrangement. */
const mostForests = 30_000;
/** Most holders of which every choice is tried for being built anew. */
const mostHolders = 8;
/** Most items that move, each maybe standing for several. */
const mostMovable = 16;

/**
 * The plan with the least: first of holders that are built anew, then of lifts, then of calls. By search, so for
 * small arrangements only; nothing when this one is too large.
 */
export function leastActs(input: Arrangement): ArrangementPlan | undefined {
  const wanted = new Set([...input.wanted.values()].flat());
  const staying = [...input.current.values()]
    .flat()
    .filter((item) => input.isFixed(item) && wanted.has(item));
  const standing = [...input.current.values()].flat().filter((item) => !input.isFixed(item));
  if (staying.length > mostHolders || standing.length > mostMovable) return undefined;
  const choices = subsets(staying);
  const budget = { forests: mostForests };
  for (let size = 0; size <= staying.length; size++) {
    const plans = choices
      .filter(({ length }) => length === size)
      .flatMap((rebuild) => planWith(input, rebuild, budget) ?? []);
    const [first, ...others] = plans;
    if (first !== undefined)
      return others.reduce((best, other) => (costs(other, best) < 0 ? other : best), first);
  }
  return undefined;
}

/** Compares plans: below zero when the first costs less. */
export function costs(one: ArrangementPlan, other: ArrangementPlan): number {
  return (
    one.rebuild.length - other.rebuild.length ||
    liftsIn(one) - liftsIn(other) ||
    one.acts.length + liftsIn(one) - other.acts.length - liftsIn(other)
  );
}

function liftsIn({ acts }: ArrangementPlan): number {
  return acts.filter(({ type }) => type === "lift").length;
}

function planWith(
  input: Arrangement,
  rebuild: readonly string[],
  budget: Budget,
): ArrangementPlan | undefined {
  const { start, goal, names } = numberedOf(input, new Set(rebuild));
  if (start.some((forest) => callsLeft(forest, goal) === Number.POSITIVE_INFINITY)) return undefined;
  const mayLift = start.some((forest) => needsLift(forest, goal));
  const acts = searchActs({ start, goal, mayLift, budget });
  if (acts === undefined) return undefined;
  return { acts: acts.map((act) => mapAct(act, (item) => names[item] ?? root)), rebuild };
}

/** Is there no other way to the root for what shall stand there? */
function needsLift(forest: Forest, goal: Goal): boolean {
  const atRoot = forest[rootNumber] ?? [];
  const containers = containersIn(forest);
  const coming = (goal.lists[rootNumber] ?? []).filter((item) => item >= goal.firstMovable);
  const isNew = (item: number): boolean =>
    item >= goal.firstMovable && goal.containers[item] !== undefined && containers[item] === undefined;
  return (
    coming.length > 0 &&
    !atRoot.some((item) => item >= goal.firstMovable || isGoing(goal, item)) &&
    !goal.containers.some((_, item) => isNew(item))
  );
}
