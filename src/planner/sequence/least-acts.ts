import { type Arrangement, type ArrangementPlan, callsOf, mapAct, root } from "./arrangement.ts";
import { callsLeft, type Goal, isGoing } from "./calls-left.ts";
import { areAlike, couplesIn } from "./follow-acts.ts";
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
 * The plan with the least: first of holders that are built anew, above all of such as are kept, then of lifts, then of calls. By search, so for
 * small arrangements only; nothing when this one is too large. A clear one never leaves, wherever it breaks off, what
 * nobody can tell apart.
 */
export function leastActs(input: Arrangement, isClear: boolean): ArrangementPlan | undefined {
  const wanted = new Set([...input.wanted.values()].flat());
  const staying = [...input.current.values()]
    .flat()
    .filter((item) => input.isFixed(item) && wanted.has(item));
  const standing = [...input.current.values()].flat().filter((item) => !input.isFixed(item));
  if (staying.length > mostHolders || standing.length > mostMovable) return undefined;
  const budget = { forests: mostForests };
  for (const choices of byLoss(input, subsets(staying))) {
    const plans = choices.flatMap((rebuild) => planWith(input, rebuild, budget, isClear) ?? []);
    const [first, ...others] = plans;
    if (first !== undefined)
      return others.reduce((best, other) => (costs(input, other, best) < 0 ? other : best), first);
  }
  return undefined;
}

/** Choices of what is built anew, those that lose as much together: what loses least comes first. */
function byLoss(
  input: Arrangement,
  choices: readonly (readonly string[])[],
): readonly (readonly (readonly string[])[])[] {
  const sorted = [...choices].sort((a, b) => loss(input, a, b));
  const starts = sorted.flatMap((choice, at) => {
    const previous = sorted[at - 1];
    return previous === undefined || loss(input, previous, choice) < 0 ? [at] : [];
  });
  return starts.map((start, at) => sorted.slice(start, starts[at + 1]));
}

/** Compares what is built anew: below zero when the first is less of a loss. */
function loss(
  { isKept }: Pick<Arrangement, "isKept">,
  one: readonly string[],
  other: readonly string[],
): number {
  const kept = (items: readonly string[]): number => items.filter((item) => isKept?.(item) === true).length;
  return kept(one) - kept(other) || one.length - other.length;
}

/** Compares plans: below zero when the first costs less. An item that stands for several is moved by as many calls. */
export function costs(
  input: Pick<Arrangement, "isKept" | "weightOf">,
  one: ArrangementPlan,
  other: ArrangementPlan,
): number {
  const { weightOf = () => 1 } = input;
  return (
    loss(input, one.rebuild, other.rebuild) ||
    liftsIn(one) - liftsIn(other) ||
    callsIn(one, weightOf) - callsIn(other, weightOf)
  );
}

function callsIn({ acts }: ArrangementPlan, weightOf: (item: string) => number): number {
  return acts.reduce((sum, act) => sum + callsOf(act, weightOf), 0);
}

function liftsIn({ acts }: ArrangementPlan): number {
  return acts.filter(({ type }) => type === "lift").length;
}

function planWith(
  input: Arrangement,
  rebuild: readonly string[],
  budget: Budget,
  isClear: boolean,
): ArrangementPlan | undefined {
  const numbered = numberedOf(input, new Set(rebuild));
  const { start, goal, names } = numbered;
  if (start.some((forest) => callsLeft(forest, goal) === Number.POSITIVE_INFINITY)) return undefined;
  const mayLift = start.some((forest) => needsLift(forest, goal));
  const couples = isClear ? couplesIn(input, numbered) : [];
  const isBarred = (forest: Forest): boolean => couples.some((couple) => areAlike(forest, couple, goal));
  const acts = searchActs({ start, goal, mayLift, budget, ...(isClear && { isBarred }) });
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
