import type { State } from "./state.ts";

/** A copy of the state, to go back to or to keep. */
export function snapshot(state: State): State {
  return structuredClone(state);
}

/** Restores the state of a platform from a snapshot. The snapshot stays unchanged. */
export function restore(state: State, from: State): void {
  Object.assign(state, structuredClone(from));
}
