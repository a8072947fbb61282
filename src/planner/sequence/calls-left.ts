import { type Forest, rootNumber } from "./forest.ts";
import { longestIncreasing } from "./moves.ts";

/** What a search is for, in numbers. */
export interface Goal {
  /** Container in which an item shall stand, by its number; undefined for what is not wanted. */
  readonly containers: readonly (number | undefined)[];
  /** Items that shall stand in a container, by its number; those that nobody will see (A22) are left out. */
  readonly lists: readonly (readonly number[])[];
  /** Numbers below this are the root and holders. */
  readonly firstMovable: number;
  /** Number of items that one number stands for: so many calls move it. */
  readonly weights: readonly number[];
}

/** Is an item a holder that is to be dissolved? */
export function isGoing({ containers, firstMovable }: Goal, item: number): boolean {
  return item < firstMovable && item !== rootNumber && containers[item] === undefined;
}

/** The end of a holder that goes: what is put there stands in the container around it afterwards. */
const end = -1;

/** How the items of a forest stand once all that goes is gone. */
interface Tours {
  /** For each container that stays: what stands in it, and the ends of holders that go. */
  readonly lists: readonly (readonly number[] | undefined)[];
  /** Container that stays, for each item that is there. */
  readonly containers: readonly (number | undefined)[];
}

/** Undefined when a holder that stays is in another container than it shall be: nothing moves it. */
function toursOf(forest: Forest, goal: Goal): Tours | undefined {
  const lists: (number[] | undefined)[] = [[]];
  const containers: (number | undefined)[] = [];
  let isPossible = true;
  const visit = (container: number, region: number): void => {
    for (const item of forest[container] ?? []) {
      containers[item] = region;
      if (isGoing(goal, item)) {
        visit(item, region);
        lists[region]?.push(end);
        continue;
      }
      lists[region]?.push(item);
      if (item >= goal.firstMovable) continue;
      if (goal.containers[item] !== region) isPossible = false;
      lists[item] = [];
      visit(item, item);
    }
  };
  visit(rootNumber, rootNumber);
  return isPossible ? { lists, containers } : undefined;
}

/**
 * Calls that are left at least: a create, a dissolve or a move that nothing can save. Infinity when no calls lead
 * to the goal: a holder stands where it shall not, or nothing can come to where something is wanted.
 */
export function callsLeft(forest: Forest, goal: Goal): number {
  const tours = toursOf(forest, goal);
  if (tours === undefined) return Number.POSITIVE_INFINITY;
  let calls = 0;
  for (let item = 1; item < goal.containers.length; item++) {
    const isThere = tours.containers[item] !== undefined;
    const container = goal.containers[item];
    if (isGoing(goal, item)) calls += isThere ? 1 : 0;
    else if (container !== undefined)
      calls += (isThere ? 0 : 1) + (item < goal.firstMovable ? 0 : comingCalls(item, container, tours, goal));
  }
  tours.lists.forEach((tour, container) => {
    if (tour !== undefined) calls += knownOrderCalls(tour, container, goal);
  });
  return calls;
}

/** Calls that bring an item into its container, when it is not there: new holders take their first items along. */
function comingCalls(item: number, container: number, tours: Tours, goal: Goal): number {
  const weight = goal.weights[item] ?? 1;
  if (tours.lists[container] === undefined) return isCarried(item, container, goal) ? 0 : weight;
  const now = tours.containers[item];
  if (now === undefined) return container === rootNumber ? 0 : weight;
  return now === container ? 0 : weight;
}

/** Comes an item before all holders that its container shall hold? */
function isCarried(item: number, container: number, { lists, firstMovable }: Goal): boolean {
  for (const other of lists[container] ?? []) {
    if (other === item) return true;
    if (other < firstMovable) return false;
  }
  return false;
}

/** What `orderCalls` said for a goal: an act changes few containers, and a search asks of thousands of forests. */
const orderCallsOf = new WeakMap<Goal, Map<string, number>>();

function knownOrderCalls(tour: readonly number[], container: number, goal: Goal): number {
  const known = orderCallsOf.get(goal) ?? new Map<string, number>();
  orderCallsOf.set(goal, known);
  const place = `${container} ${tour.join()}`;
  const calls = known.get(place) ?? orderCalls(tour, container, goal);
  known.set(place, calls);
  return calls;
}

/** Calls for items that stand in their container, but in another order than they shall. */
function orderCalls(tour: readonly number[], container: number, goal: Goal): number {
  const places = new Map(tour.map((item, place) => [item, place]));
  const isStanding = (item: number): boolean => places.has(item);
  const wanted = goal.lists[container] ?? [];
  const candidates: number[] = [];
  let moving = 0;
  let floor = -1;
  for (let at = 0; at < wanted.length; ) {
    const next = wanted.findIndex(
      (item, index) => index >= at && item < goal.firstMovable && isStanding(item),
    );
    const ceiling = next < 0 ? tour.length : (places.get(wanted[next] ?? end) ?? -1);
    const gap = wanted.slice(at, next < 0 ? undefined : next);
    if (ceiling < floor || (next >= 0 && !canHold(gap, tour.slice(floor + 1, ceiling), goal)))
      return Number.POSITIVE_INFINITY;
    let low = floor;
    for (const item of gap) {
      const place = places.get(item);
      const weight = goal.weights[item] ?? 1;
      if (item < goal.firstMovable) low = firstEnd(tour, low, ceiling);
      else if (place !== undefined && place > low && place < ceiling)
        for (let part = 0; part < weight; part++) candidates.push(place + part / weight);
      else if (place !== undefined) moving += weight;
    }
    if (next >= 0) floor = ceiling;
    at = next < 0 ? wanted.length : next + 1;
  }
  return moving + candidates.length - longestIncreasing(candidates).length;
}

/** Can what is wanted between two holders that stay get there? Beside an item, or by the end of a holder that goes. */
function canHold(gap: readonly number[], standing: readonly number[], { firstMovable }: Goal): boolean {
  if (gap.length === 0 || standing.includes(end)) return true;
  return gap.every((item) => item >= firstMovable) && standing.some((item) => item >= firstMovable);
}

/**
 * Where a new holder can stand first: what is created in a holder that goes takes its place. Several can be: `from` is
 * where the one before stands.
 */
function firstEnd(tour: readonly number[], from: number, before: number): number {
  const at = tour.indexOf(end, Math.max(from, 0));
  return at < 0 || at > before ? before : at;
}
