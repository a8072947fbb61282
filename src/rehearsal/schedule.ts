import type { Step } from "../model/documents/plan-document.ts";
import { addTo } from "../model/group-by.ts";
import { isObject } from "../text/json.ts";

/** The duration of a run when each step starts as early as it can. */
export interface Schedule {
  /** Steps in the longest chain in which each comes after the one before. */
  readonly longestChain: number;
  /** Round trips to the platform, one after the other, from the first start to the last answer. */
  readonly roundTrips: number;
}

/** A run of steps on paper: each as soon as those it comes after are done and a place is free. */
export function scheduleOf(steps: readonly Step[], concurrency: number): Schedule {
  const { open, followers, ready } = graphOf(steps);
  const depth = new Map(ready.map(({ id }) => [id, 1]));
  const ending = new Map<number, Step[]>();
  let [time, running, longestChain] = [0, 0, 0];
  for (let next = 0; ; ) {
    for (; running < concurrency && next < ready.length; next++, running++) start(ready[next]);
    if (running === 0) return { longestChain, roundTrips: time };
    time++;
    for (const step of ending.get(time) ?? []) end(step);
  }

  function start(step: Step | undefined): void {
    if (step === undefined) return;
    const at = time + roundTripsOf(step);
    addTo(ending, at, step);
  }

  function end({ id }: Step): void {
    running--;
    const own = depth.get(id) ?? 1;
    longestChain = Math.max(longestChain, own);
    for (const step of followers.get(id) ?? []) {
      depth.set(step.id, Math.max(depth.get(step.id) ?? 1, own + 1));
      const left = (open.get(step.id) ?? 0) - 1;
      open.set(step.id, left);
      if (left === 0) ready.push(step);
    }
  }
}

/** The graph of steps: followers of each step, the number of its predecessors, and the steps without any. */
function graphOf(steps: readonly Step[]) {
  const ids = new Set(steps.map(({ id }) => id));
  const followers = new Map<string, Step[]>();
  const open = new Map<string, number>();
  for (const step of steps) {
    const before = step.after.filter((id) => ids.has(id));
    open.set(step.id, before.length);
    for (const id of before) addTo(followers, id, step);
  }
  return { open, followers, ready: steps.filter(({ id }) => open.get(id) === 0) };
}

/** The call of a step, after the reads of lists that it takes outputs from, which run at the same time. */
function roundTripsOf({ params, body }: Step): number {
  return 1 + Math.max(readsIn(params), readsIn(body));
}

/** The number of list reads in sequence that a value needs. */
function readsIn(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(readsIn));
  if (!isObject(value)) return 0;
  const inner = Math.max(0, ...Object.values(value).map(readsIn));
  return typeof value.$from === "string" && typeof value.read === "string" ? inner + 1 : inner;
}
