import type { Act } from "../story.ts";
import type { Invariant } from "./invariant.ts";

/** A call that fails once is sent a second time, or is found to be done. */
export const statePassing: Invariant = {
  name: "state: one request that goes wrong stops no run, and leaves nothing to warn of",
  ofAct: (act) => (failuresIn(act) === 1 ? warnings(act) : []),
};

function failuresIn({ stateExchanges }: Act): number {
  return stateExchanges.filter(({ fault, endedAt }) => fault !== undefined && endedAt !== undefined).length;
}

function warnings({ run, plan }: Act): readonly string[] {
  // A disk that takes nothing is warned of, too.
  if (plan.mishaps.disk !== undefined) return [];
  const said = run.stdout + run.stderr;
  const codes = ["DF5004", "DF5020", "DF5040"].filter((code) => said.includes(code));
  return codes.map((code) => `run ${run.number} says ${code}, and the state server failed once`);
}
