import type { StepOutcome } from "../model/apply-event.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import type { Json } from "../text/json.ts";

/** The name of the call that sends a step: that of its shared call, or its own id. */
export function callNameOf({ id, shared }: Step): string {
  return shared?.call ?? id;
}

/** Steps by the calls that send them. */
export function stepsOfCalls(steps: readonly Step[]): readonly (readonly Step[])[] {
  return [...groupBy(steps, callNameOf).values()];
}

/** The number of calls of steps: those that share a call are one. */
export function countCalls(steps: readonly Step[]): number {
  return new Set(steps.map(callNameOf)).size;
}

/** The number of calls by how they ended. A shared call counts under each end that its steps have. */
export function callsByOutcome(steps: readonly Step[], outcomes: ReadonlyMap<string, StepOutcome>) {
  const ended = { done: 0, failed: 0, unknown: 0, stale: 0, skipped: 0, requested: 0 };
  const byOutcome = groupBy(steps, ({ id }) => outcomes.get(id) ?? "skipped");
  for (const [outcome, own] of byOutcome) ended[outcome] = countCalls(own);
  const { requested, ...known } = ended;
  return requested === 0 ? known : ended;
}

/** The one call of steps that share it: they are items of its body. */
export function callOfSteps(steps: readonly Step[]): Step {
  const [first] = steps;
  if (first === undefined) throw new Error("no step, no call");
  if (first.shared === undefined) return first;
  const { operation, method, path, list } = first.shared;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = names.map((name): [string, Json] => [name, first.params[name] ?? null]);
  const items = steps.map((step) => step.shared?.item ?? null);
  return { ...first, operation, method, path, params: Object.fromEntries(params), body: { [list]: items } };
}
