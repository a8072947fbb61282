import { readSeed } from "../../../src/platform/seed/seed.ts";
import type { State } from "../../../src/platform/store/state.ts";

/** The state of a seed that is known to be right; throws with every problem otherwise. */
export function seedState(data: unknown): State {
  const result = readSeed(data);
  if (result.ok) return result.state;
  throw new Error(`seed: ${result.problems.map(({ path, message }) => `${path}: ${message}`).join("; ")}`);
}
