import type { Act } from "../story.ts";
import type { Exchange } from "../trace.ts";
import { callsIn, type Invariant, isPlanKnown, mayBeUnchanged, outcomesIn, told } from "./invariant.ts";

/** A step starts when those that it comes after are done. */
export const order: Invariant = {
  name: "order: a call arrives after those that its step comes after",
  ofAct: (act) => (isPlanKnown(act) ? wrongOrder(act) : []),
};

function wrongOrder(act: Act): readonly string[] {
  const certain = new Map<string, Exchange[]>();
  const calls = callsIn(act);
  const outcomes = outcomesIn(act);
  for (const { exchange, steps } of calls) {
    const [step] = steps;
    if (step === undefined || steps.length > 1) continue;
    certain.set(step.id, [...(certain.get(step.id) ?? []), exchange]);
  }
  return calls.flatMap(({ exchange, steps }) => {
    const [step] = steps;
    if (step === undefined || steps.length > 1) return [];
    return step.after.flatMap((id) => {
      const earlier = certain.get(id);
      // An uncertain step says nothing: two steps of a plan may have the same call.
      if (
        earlier === undefined &&
        calls.some(({ steps: some }) => some.length > 1 && some.some((one) => one.id === id))
      )
        return [];
      const isDone = earlier?.some(
        (one) =>
          (mayBeUnchanged(one) && outcomes.get(id) === "done") ||
          (one.done !== undefined && (one.arrivedAt ?? Infinity) <= exchange.sentAt),
      );
      return isDone === true
        ? []
        : [`run ${act.run.number} sent ${told(exchange)} before step ${id} was done`];
    });
  });
}
