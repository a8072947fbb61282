import { type ActOn, callsOf } from "./arrangement.ts";
import { callsLeft, type Goal, isGoing } from "./calls-left.ts";
import {
  atEnd,
  beside,
  containersIn,
  type Forest,
  keyOfForest,
  rootNumber,
  withHolder,
  withoutHolder,
} from "./forest.ts";

/** One act, in numbers. */
export type NumberedAct = ActOn<number>;

/** What is searched: forests that look the same at first (A22), and shall both become what is wanted. */
export interface Search {
  readonly start: readonly Forest[];
  readonly goal: Goal;
  /** May items go to the root in a temporary holder? */
  readonly mayLift: boolean;
  /** What must not be, not even on the way. */
  readonly isBarred?: ((forest: Forest) => boolean) | undefined;
  readonly budget: Budget;
}

/** What is left of the work that may be done. */
export interface Budget {
  /** Forests that may still be looked at. */
  forests: number;
}

interface Node {
  readonly forests: readonly Forest[];
  readonly calls: number;
  readonly act?: NumberedAct;
  readonly before?: Node;
}

/** The fewest acts that lead to the goal (A*), or nothing when there are none, or too many forests to look at. */
export function searchActs(search: Search): readonly NumberedAct[] | undefined {
  const levels: Node[][] = [];
  const best = new Map<string, number>();
  let total = 0;
  const offer = (node: Node): void => {
    const key = node.forests.map(keyOfForest).join(" ");
    if (node.calls >= (best.get(key) ?? Number.POSITIVE_INFINITY)) return;
    best.set(key, node.calls);
    search.budget.forests--;
    const left = Math.max(...node.forests.map((forest) => leastLeft(forest, search)));
    if (left === Number.POSITIVE_INFINITY || node.forests.some((one) => search.isBarred?.(one))) return;
    // An act may bring the goal nearer than it costs: what it leads to is looked at now.
    const reached = Math.max(total, node.calls + left);
    const level = levels[reached] ?? [];
    levels[reached] = level;
    level.push(node);
  };
  offer({ forests: search.start, calls: 0 });
  for (; total < levels.length; total++) {
    const level = levels[total] ?? [];
    for (let node = level.pop(); node !== undefined; node = level.pop()) {
      if (node.forests.every((forest) => callsLeft(forest, search.goal) === 0)) return actsTo(node);
      if (search.budget.forests < 0) return undefined;
      if (node.calls > (best.get(node.forests.map(keyOfForest).join(" ")) ?? 0)) continue;
      for (const next of nodesAfter(node, search)) offer(next);
    }
  }
  return undefined;
}

/** Calls that are left at least, of which a lift may save those of all that comes to the root but two. */
function leastLeft(forest: Forest, { goal, mayLift }: Search): number {
  const left = callsLeft(forest, goal);
  if (!mayLift || left === Number.POSITIVE_INFINITY) return left;
  const moved = comingToRoot(forest, goal).reduce((sum, item) => sum + (goal.weights[item] ?? 1), 0);
  return left - Math.max(moved - 2, 0);
}

/** What stands elsewhere, and shall come to the root. */
function comingToRoot(forest: Forest, goal: Goal): readonly number[] {
  const containers = containersIn(forest);
  return (goal.lists[rootNumber] ?? []).filter(
    (item) => item >= goal.firstMovable && containers[item] !== undefined && containers[item] !== rootNumber,
  );
}

function actsTo(node: Node): readonly NumberedAct[] {
  const acts: NumberedAct[] = [];
  for (let at: Node | undefined = node; at?.act !== undefined; at = at.before) acts.push(at.act);
  return acts.reverse();
}

function nodesAfter(node: Node, search: Search): readonly Node[] {
  const [forest = []] = node.forests;
  const weightOf = (item: number): number => search.goal.weights[item] ?? 1;
  return actsIn(forest, search).map((act) => ({
    forests: node.forests.map((one) => afterAct(one, act, search.goal)),
    calls: node.calls + callsOf(act, weightOf),
    act,
    before: node,
  }));
}

/** The forest after an act. */
export function afterAct(forest: Forest, act: NumberedAct, goal: Goal): Forest {
  switch (act.type) {
    case "create":
      return act.item < goal.firstMovable
        ? withHolder(forest, act.item, act.container, act.carried)
        : atEnd(forest, [act.item], rootNumber);
    case "dissolve":
      return withoutHolder(forest, act.item);
    case "append":
      return atEnd(forest, [act.item], act.container);
    case "place":
      return beside(forest, act.item, act.sibling, act.side);
    case "last":
      return atEnd(forest, [act.item], containersIn(forest)[act.item] ?? rootNumber);
    case "lift":
      return atEnd(forest, act.items, rootNumber);
  }
}

/** All that can be done now, without what leads nowhere. */
function actsIn(forest: Forest, search: Search): readonly NumberedAct[] {
  const { goal } = search;
  const containers = containersIn(forest);
  const items = goal.containers.map((_, item) => item).slice(1);
  const holders = items.filter((item) => item < goal.firstMovable && containers[item] !== undefined);
  const movable = items.filter((item) => item >= goal.firstMovable && containers[item] !== undefined);
  const missing = items.filter(
    (item) => goal.containers[item] !== undefined && containers[item] === undefined,
  );
  return [
    ...holders.filter((item) => isGoing(goal, item)).map((item): NumberedAct => ({ type: "dissolve", item })),
    ...missing.flatMap((item) => creations(forest, item, goal, containers)),
    ...movable
      .filter((item) => goal.containers[item] !== undefined)
      .flatMap((item) => moves(item, movable, holders)),
    ...(search.mayLift ? lifts(comingToRoot(forest, goal)) : []),
  ];
}

/** A new item comes at the end of the root; a new holder at the end of its container, or of one that dissolves into it. */
function creations(forest: Forest, item: number, goal: Goal, containers: Containers): readonly NumberedAct[] {
  if (item >= goal.firstMovable) return [{ type: "create", item, container: rootNumber, carried: [] }];
  const wanted = goal.lists[item] ?? [];
  const firstHolder = wanted.findIndex((inner) => inner < goal.firstMovable);
  const carried = firstHolder < 0 ? wanted : wanted.slice(0, firstHolder);
  if (carried.some((inner) => containers[inner] === undefined)) return [];
  return forest.flatMap((items, container): NumberedAct[] => {
    const isFit = items !== undefined && regionOf(container, goal, containers) === goal.containers[item];
    return isFit ? [{ type: "create", item, container, carried }] : [];
  });
}

type Containers = readonly (number | undefined)[];

/** The container that stays, once what goes is gone. */
function regionOf(container: number, goal: Goal, containers: Containers): number {
  return isGoing(goal, container)
    ? regionOf(containers[container] ?? rootNumber, goal, containers)
    : container;
}

function moves(item: number, movable: readonly number[], holders: readonly number[]): readonly NumberedAct[] {
  const others = movable.filter((other) => other !== item);
  return [
    { type: "last", item },
    ...holders.map((container): NumberedAct => ({ type: "append", item, container })),
    ...others.map((sibling): NumberedAct => ({ type: "place", item, side: "after", sibling })),
    ...others.map((sibling): NumberedAct => ({ type: "place", item, side: "before", sibling })),
  ];
}

/** Some of what shall come to the root, or all of it when that is much. */
function lifts(coming: readonly number[]): readonly NumberedAct[] {
  const choices = coming.length > mostLifted ? [coming] : subsets(coming).filter(({ length }) => length > 0);
  return choices.map((items) => ({ type: "lift", items }));
}

const mostLifted = 4;

/** All parts of a list, each in the order of the list; the empty one first. */
export function subsets<T>(items: readonly T[]): readonly (readonly T[])[] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  const without = subsets(rest);
  return [...without, ...without.map((part) => [first, ...part])];
}
