import { addTo } from "../../model/group-by.ts";

/** Those that can never be done: they wait for each other in a circle, or for such ones. `after` has keys of others. */
export function neverDone<T extends { readonly after: readonly string[] }>(
  acts: readonly T[],
  keyOf: (act: T) => string,
): readonly T[] {
  const keys = new Set(acts.map(keyOf));
  const left = new Map(acts.map((act) => [act, act.after.filter((key) => keys.has(key)).length]));
  const waiting = new Map<string, T[]>();
  for (const act of acts) for (const key of act.after) addTo(waiting, key, act);
  const ready = acts.filter((act) => left.get(act) === 0);
  for (let done = ready.pop(); done !== undefined; done = ready.pop()) {
    left.delete(done);
    for (const act of waiting.get(keyOf(done)) ?? []) {
      const others = (left.get(act) ?? 0) - 1;
      left.set(act, others);
      if (others === 0) ready.push(act);
    }
  }
  return [...left.keys()];
}
