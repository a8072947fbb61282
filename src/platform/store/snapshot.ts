import type { State } from "./state.ts";

/** A copy of the state, to go back to or to keep. */
export function snapshot(state: State): State {
  return structuredClone(state);
}

/** Puts a platform's state back to what a snapshot holds; the snapshot stays as it is. */
export function restore(state: State, from: State): void {
  Object.assign(state, structuredClone(from));
}
