import type { Step } from "../../../src/model/documents/plan-document.ts";
import { callsByOutcome } from "../../../src/planner/calls-of-steps.ts";
import type { Act } from "../story.ts";
import {
  callsIn,
  type Invariant,
  isDone,
  isPlanKnown,
  mayBeUnchanged,
  outcomesIn,
  stepsIn,
  told,
} from "./invariant.ts";

/** A run reports of its steps what the platform knows of them. */
export const honestReport: Invariant = {
  name: "honest report: each step's outcome agrees with the platform's log; exit 0 only if all is well",
  ofAct: (act) =>
    [...wrongDone(act), ...wrongUndone(act), ...wrongStale(act), ...wrongCode(act), ...wrongCounts(act)].map(
      (problem) => `run ${act.run.number}: ${problem}`,
    ),
};

/** Said to be done, and no call of it was. */
function wrongDone(act: Act): readonly string[] {
  const calls = callsIn(act);
  return [...outcomesIn(act)].flatMap(([id, outcome]) => {
    if (outcome !== "done") return [];
    const isTrue = calls.some(
      ({ exchange, steps }) =>
        steps.some((step) => step.id === id) && (isDone(exchange) || mayBeUnchanged(exchange)),
    );
    return isTrue ? [] : [`step ${id} is said to be done, and the platform did no such call`];
  });
}

/** Done, and said to have failed or not to have been sent. */
function wrongUndone(act: Act): readonly string[] {
  if (!isPlanKnown(act) || act.run.code === undefined) return [];
  const outcomes = outcomesIn(act);
  const steps = "plan" in act.before ? act.before.plan.steps : [];
  const waits = new Set(steps.flatMap(({ id, wait }) => (wait === undefined ? [] : [id])));
  return callsIn(act).flatMap(({ exchange, steps: candidates }) => {
    if (!isDone(exchange) || !exchange.hasChanged || candidates.length === 0) return [];
    const isSaid = candidates.some(({ id }) => {
      const outcome = outcomes.get(id);
      return outcome === "done" || outcome === "unknown" || (outcome === "failed" && waits.has(id));
    });
    const said = candidates.map(({ id }) => `${id} ${outcomes.get(id) ?? "nothing"}`).join(", ");
    return isSaid ? [] : [`the platform did ${told(exchange)}, and it is said to be ${said}`];
  });
}

/** Stale is what somebody else has changed: nobody does while a run goes on. */
function wrongStale(act: Act): readonly string[] {
  const isLate = act.exchanges.some(({ end, done }) => end !== "answered" && done);
  if (isLate) return [];
  return [...outcomesIn(act)].flatMap(([id, outcome]) =>
    outcome === "stale" ? [`step ${id} is said to be stale, and nobody else changed anything`] : [],
  );
}

function wrongCode(act: Act): readonly string[] {
  const { run, after } = act;
  const outcomes = [...outcomesIn(act).values()];
  const isBad = outcomes.some((outcome) => outcome !== "done");
  if (run.code === undefined) return [];
  if ((run.code === 0 || run.code === 3) && isBad) return [`exit ${run.code}, and not every step is done`];
  if (run.code === 5 && outcomes.length > 0 && !isBad && saysAllIsWell(act))
    return ["exit 5, and all is said to be well"];
  if (run.code !== 0) return [];
  if ("problem" in after) return [`exit 0, and there is no plan any more: ${after.problem}`];
  const left = after.plan.steps.map(({ operation, address }) => `${operation} ${address}`);
  return left.length === 0 ? [] : [`exit 0, and this is left: ${left.join(", ")}`];
}

function saysAllIsWell({ lines }: Act): boolean {
  return lines.some(
    (line) =>
      line.type === "summary" && line.summary.converged === true && line.summary.unrecorded === undefined,
  );
}

/** A step of which only the id is known. */
function bareStep(id: string): Step {
  return { id, address: "", operation: "", method: "", path: "", params: {}, after: [] };
}

/** The figures of the summary are those of the lines: calls, of which steps may share one. */
function wrongCounts(act: Act): readonly string[] {
  const outcomes = outcomesIn(act);
  const steps = new Map(stepsIn(act).map((step) => [step.id, step]));
  // Of a plan that is not known, nothing tells which steps that were skipped would have shared a call.
  if (!isPlanKnown(act) && [...steps.values()].some(({ shared }) => shared !== undefined)) return [];
  const ended = [...outcomes.keys()].map((id) => steps.get(id) ?? bareStep(id));
  const counts = callsByOutcome(ended, outcomes);
  return act.lines.flatMap((line) => {
    if (line.type !== "summary") return [];
    const names = ["done", "failed", "unknown", "stale", "skipped"] as const;
    return names.flatMap((name) => {
      const count = counts[name];
      return count === line.summary[name]
        ? []
        : [`the summary says ${line.summary[name]} ${name}, and ${count} are`];
    });
  });
}
