import { lockPath } from "../process.ts";
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

function leftBehind(act: Act, { acts }: Story): readonly string[] {
  const { run, plan, isLocked, exchanges } = act;
  // A disk that takes nothing keeps the lock of whoever crashed before.
  if (plan.mishaps.disk !== undefined && acts[acts.indexOf(act) - 1]?.isLocked === true) return [];
  // Whoever interrupts while the lock is being taken does not wait for it: it is one of a process that is gone.
  if (run.code === 130 && exchanges.length === 0) return [];
  return run.code !== undefined && isLocked ? [`it ended with ${run.code}, and left ${lockPath}`] : [];
}
