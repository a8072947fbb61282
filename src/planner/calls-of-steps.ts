import type { Step } from "../model/documents/plan-document.ts";
import { addTo } from "../model/group-by.ts";
import type { Json } from "../text/json.ts";

/** The calls that steps are sent by: those that share a call are items of its body. */
export function callsOfSteps(steps: readonly Step[]): readonly Step[] {
  const calls = new Map<string | Step, Step[]>();
  for (const step of steps) addTo(calls, step.shared?.call ?? step, step);
  return [...calls.values()].map(callOfSteps);
}

/** The one call of steps that share it. */
export function callOfSteps(steps: readonly Step[]): Step {
  const [first] = steps;
  if (first === undefined) throw new Error("no step, no call");
  const { shared, ...own } = first;
  if (shared === undefined) return own;
  const { operation, method, path, list } = shared;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = names.map((name): [string, Json] => [name, own.params[name] ?? null]);
  const items = steps.map((step) => step.shared?.item ?? null);
  return { ...own, operation, method, path, params: Object.fromEntries(params), body: { [list]: items } };
}
