import type { Step } from "../model/documents/plan-document.ts";
import { countCalls } from "../planner/calls-of-steps.ts";

interface Schedule {
  /** Steps in the longest chain in which each comes after the one before. */
  readonly longestChain: number;
  /** Round trips to the platform, one after the other: as many as the chain has, or as the places allow. */
  readonly roundTrips: number;
}

/** The schedule of steps in the order of a plan, in which a step comes after those it waits for. */
export function scheduleOf(steps: readonly Step[], concurrency: number): Schedule {
  const places = new Map<string, number>();
  let longestChain = 0;
  for (const { id, after } of steps) {
    const place = after.reduce((most, one) => Math.max(most, places.get(one) ?? 0), 0) + 1;
    places.set(id, place);
    longestChain = Math.max(longestChain, place);
  }
  return { longestChain, roundTrips: Math.max(longestChain, Math.ceil(countCalls(steps) / concurrency)) };
}
