import { stepsOf } from "../plan-calls.ts";
import { type Invariant, told } from "./invariant.ts";

/** The deletes of a plan that knows everything. */
export const noBlindDelete: Invariant = {
  name: "no delete from incomplete knowledge",
  ofAct: ({ before, exchanges, run }) => {
    const steps = "plan" in before ? before.plan.steps : [];
    return exchanges
      .filter((exchange) => exchange.method === "DELETE" && stepsOf(exchange, steps).length === 0)
      .map((exchange) => `run ${run.number} deleted what a plan without faults keeps: ${told(exchange)}`);
  },
};
