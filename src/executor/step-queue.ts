import type { Step } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { callNameOf } from "../planner/calls-of-steps.ts";

/** Steps that are neither started nor skipped. */
export interface StepQueue {
  /** The number of steps that are left. */
  readonly size: () => number;
  /** Takes the first step of the plan whose predecessors are all done. */
  readonly takeReady: () => Step | undefined;
  /** Takes the other steps of its shared call: they wait for the same ones. */
  readonly takeSharing: (step: Step) => readonly Step[];
  /** Of the next steps that `takeReady` would give, at most so many: those that were not among them before. */
  readonly upcoming: (count: number) => readonly Step[];
  /** Takes the first step of the plan. */
  readonly takeFirst: () => Step | undefined;
  /** Notes the end of a step. Takes its dependents when it is not done, and returns them. */
  readonly ended: (step: Step, isDone: boolean) => readonly Step[];
}

/** Makes a queue of the steps of a plan. */
export function queueSteps(steps: readonly Step[]): StepQueue {
  const open = steps.map(({ after }) => after.length);
  const dependents = new Map<string, number[]>();
  for (const [place, { after }] of steps.entries())
    for (const id of after) dependents.set(id, addTo(dependents.get(id) ?? [], place));
  const sharing = groupBy([...steps.entries()], ([, step]) => callNameOf(step));
  const waiting = new Set(steps.keys());
  const told = new Set<number>();
  // Both are read from a place that moves on: taking the first of a long list out of it takes as long as the list is.
  const ready = [...steps.keys()].filter((place) => open[place] === 0);
  let [nextReady, first] = [0, 0];
  const take = (place: number | undefined): Step | undefined =>
    place !== undefined && waiting.delete(place) ? steps[place] : undefined;
  return {
    size: () => waiting.size,
    takeReady: () => {
      while (nextReady < ready.length) {
        const step = take(ready[nextReady++]);
        if (step !== undefined) return step;
      }
      return undefined;
    },
    takeSharing: (step) => (sharing.get(callNameOf(step)) ?? []).flatMap(([place]) => take(place) ?? []),
    upcoming: (count) =>
      ready.slice(nextReady, nextReady + count).flatMap((place) => {
        const step = waiting.has(place) && !told.has(place) ? steps[place] : undefined;
        told.add(place);
        return step ?? [];
      }),
    takeFirst: () => {
      while (first < steps.length && !waiting.has(first)) first += 1;
      return take(first);
    },
    ended: ({ id }, isDone) => {
      const places = dependents.get(id) ?? [];
      if (!isDone) return places.flatMap((place) => take(place) ?? []);
      for (const place of places) {
        open[place] = (open[place] ?? 0) - 1;
        if (open[place] === 0 && waiting.has(place)) insertSorted(ready, place, nextReady);
      }
      return [];
    },
  };
}

function addTo(list: number[], item: number): number[] {
  list.push(item);
  return list;
}

function insertSorted(list: number[], item: number, from: number): void {
  let at = list.length;
  while (at > from && (list[at - 1] ?? 0) > item) at--;
  list.splice(at, 0, item);
}
