import type { Act, Story } from "../story.ts";
import type { Invariant } from "./invariant.ts";

/** A lock that a crash has left keeps nobody out, and a run that ends leaves none. */
export const locked: Invariant = {
  name: "locks: what a crash left is taken over, and what ended leaves none",
  ofAct: (act, story) =>
    [...keptOut(act), ...leftBehind(act, story)].map((problem) => `run ${act.run.number}: ${problem}`),
};

function keptOut({ run }: Act): readonly string[] {
  return (run.stdout + run.stderr).includes("DF5033") ? ["nobody else runs, and it was kept out"] : [];
}

function leftBehind(act: Act, { acts, scenario, unlocks }: Story): readonly string[] {
  const { run, plan, isLocked } = act;
  if (scenario.state !== undefined) return leftOnServer(act, unlocks);
  // A disk that takes nothing keeps the lock of whoever crashed before.
  if (plan.mishaps.disk !== undefined && acts[acts.indexOf(act) - 1]?.isLocked === true) return [];
  return run.code !== undefined && isLocked ? [`it ended with ${run.code}, and left its lock`] : [];
}

/** A state server may fail when the lock is given up. */
function leftOnServer({ run, isLocked, stateExchanges }: Act, unlocks: Story["unlocks"]): readonly string[] {
  const isLeft = isLocked || unlocks.some((one) => one.leftBy === run.number);
  const isGivenUp = stateExchanges.some(({ method, done }) => method === "DELETE" && done !== 200);
  return run.code !== undefined && isLeft && !isGivenUp
    ? [`it ended with ${run.code}, and left its lock on the state server`]
    : [];
}
