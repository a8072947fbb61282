import { callsIn, type Invariant, told } from "./invariant.ts";

/** A run sends the calls of its plan, and no others. */
export const nothingUnplanned: Invariant = {
  name: "nothing unplanned: every mutating request that arrived is in the plan",
  ofAct: (act) =>
    callsIn(act).flatMap(({ exchange, steps }) =>
      steps.length > 0 ? [] : [`run ${act.run.number} sent what is in no step: ${told(exchange)}`],
    ),
};
