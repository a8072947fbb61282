import { timeOfState } from "../state/state-wire.ts";
import type { Act } from "../story.ts";
import { isMutating } from "../trace.ts";
import { type Invariant, told } from "./invariant.ts";

/** Milliseconds that the last lines of a run take on the slow disk of a simulation. */
const lastLines = 100;
/** The same, with what calls get to say that they are lost. */
const lastWords = 2000 + lastLines;

/** Milliseconds before its end in which a run has already said how it ended. */
const atTheEnd = 20;

/** The second interrupt stops a run at once. The first one does so before anything runs. */
export const interrupted: Invariant = {
  name: "interrupts: the second stops at once, and the run ends with 130",
  ofAct: (act) => problemsOf(act).map((problem) => `run ${act.run.number}: ${problem}`),
};

function problemsOf({ run, exchanges, stateExchanges }: Act): readonly string[] {
  const [first, second] = run.interruptedAt;
  const isBegun = run.stderr.includes("Interrupted: calls in flight finish");
  const stoppedAt = isBegun ? second : (second ?? first);
  if (stoppedAt === undefined || run.code === undefined) return [];
  // The state server is told how the run ended, and that the lock is free.
  const took = run.endedAt - stoppedAt - timeOfState(stateExchanges, stoppedAt, run.endedAt);
  return [
    ...(run.code === 130 || took < atTheEnd ? [] : [`it was interrupted, and ended with ${run.code}`]),
    ...exchanges
      // Before anything runs, nobody waits for reads, and some begin while the lock is let go.
      .filter((exchange) => exchange.sentAt > stoppedAt && (isBegun || isMutating(exchange)))
      .map((exchange) => `${told(exchange)} was sent after it was to stop at once`),
    ...(took > (isBegun ? lastWords : lastLines)
      ? [`it ended ${Math.round(took)} ms after it was to stop at once`]
      : []),
  ];
}
