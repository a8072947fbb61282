import type { Step } from "../model/documents/plan-document.ts";

/** Steps that are neither started nor skipped. Taking all of n steps and their edges takes O(n log n). */
export interface StepQueue {
  /** Whether no step is left. */
  readonly isEmpty: () => boolean;
  /**
   * The next step in the order of the plan that can be started, or that something is in the way of; only the
   * latter without a free place.
   */
  readonly take: (hasPlace: boolean) => Step | undefined;
  /** Takes all remaining steps, in the order of the plan. */
  readonly takeRest: () => readonly Step[];
  /** Reports the end of a taken step. Its dependents are ready when all their predecessors are done. */
  readonly ended: (step: Step, isDone: boolean) => void;
}

/** Makes a queue of the steps of a plan. */
export function queueSteps(steps: readonly Step[]): StepQueue {
  const open = steps.map(({ after }) => after.length);
  const users = new Map<string, number[]>();
  for (const [place, { after }] of steps.entries())
    for (const id of after) users.set(id, addTo(users.get(id) ?? [], place));
  const waiting = new Set(steps.keys());
  const ready: number[] = [];
  const hindered: number[] = [];
  for (const [place, count] of open.entries()) if (count === 0) push(ready, place);
  const takeFrom = (heap: number[]): Step | undefined => {
    for (let place = pop(heap); place !== undefined; place = pop(heap))
      if (waiting.delete(place)) return steps[place];
    return undefined;
  };
  return {
    isEmpty: () => waiting.size === 0,
    take: (hasPlace) => {
      const isHinderedFirst = (hindered[0] ?? Infinity) < (ready[0] ?? Infinity);
      if (!hasPlace || isHinderedFirst) return takeFrom(hindered) ?? (hasPlace ? takeFrom(ready) : undefined);
      return takeFrom(ready) ?? takeFrom(hindered);
    },
    takeRest: () => {
      const rest = [...waiting].flatMap((place) => steps[place] ?? []);
      waiting.clear();
      return rest;
    },
    ended: ({ id }, isDone) => {
      for (const place of users.get(id) ?? []) {
        open[place] = (open[place] ?? 0) - 1;
        if (!isDone) push(hindered, place);
        else if (open[place] === 0) push(ready, place);
      }
    },
  };
}

function addTo(list: number[], item: number): number[] {
  list.push(item);
  return list;
}

/** Adds a number to a binary heap: the least is its first. */
function push(heap: number[], value: number): void {
  let at = heap.length;
  for (let parent = (at - 1) >> 1; at > 0 && (heap[parent] ?? 0) > value; parent = (at - 1) >> 1) {
    heap[at] = heap[parent] ?? 0;
    at = parent;
  }
  heap[at] = value;
}

/** Takes the least number out of a binary heap. */
function pop(heap: number[]): number | undefined {
  const least = heap[0];
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return least;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const child = (heap[left + 1] ?? Infinity) < (heap[left] ?? Infinity) ? left + 1 : left;
    const value = heap[child];
    if (value === undefined || value >= last) break;
    heap[at] = value;
    at = child;
  }
  heap[at] = last;
  return least;
}
