import { stepsOf } from "../plan-calls.ts";
import type { Act } from "../story.ts";
import type { Exchange } from "../trace.ts";
import {
  callsIn,
  type Invariant,
  isDone,
  isPlanKnown,
  mayBeUnchanged,
  outcomesIn,
  sawStale,
  told,
} from "./invariant.ts";
import { createdId } from "./made.ts";

/** What a run says of its steps is what the platform knows of them. */
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
      ({ exchange, steps }) => steps.some((step) => step.id === id) && isAsWanted(act, exchange),
    );
    return isTrue ? [] : [`step ${id} is said to be done, and the platform did no such call`];
  });
}

/** Done; or nothing had to change any more: refused because of that, or read so after the answer was lost. */
function isAsWanted(act: Act, exchange: Exchange): boolean {
  return isDone(exchange) || (mayBeUnchanged(act, exchange) && !isLeft(act, exchange));
}

/**
 * Is the same call still to be made when the run has ended? Then it was not read that nothing had to change, unless
 * something took it back: somebody else, a request that came late, or what is left of a run that was not done whole.
 */
function isLeft(act: Act, exchange: Exchange): boolean {
  if (isDisturbed(act) || "problem" in act.after) return false;
  if ([...outcomesIn(act).values()].some((outcome) => outcome !== "done")) return false;
  return stepsOf(exchange, act.after.plan.steps).length > 0;
}

/** Can things have changed that docform did not change, or look so by an answer that is old? */
function isDisturbed(act: Act): boolean {
  return (
    act.edits.length > 0 || sawStale(act) || act.exchanges.some(({ end, done }) => end !== "answered" && done)
  );
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
      return (
        outcome === "done" ||
        outcome === "unknown" ||
        (outcome === "failed" && (waits.has(id) || isGoneUnseen(act, exchange)))
      );
    });
    const said = candidates.map(({ id }) => `${id} ${outcomes.get(id) ?? "nothing"}`).join(", ");
    return isSaid ? [] : [`the platform did ${told(exchange)}, and it is said to be ${said}`];
  });
}

/**
 * Did a call whose answer was lost make what somebody deleted before any list with it arrived? Then the lists that were
 * read after it, two at least, say that it was not done.
 */
function isGoneUnseen({ edits, exchanges }: Act, exchange: Exchange): boolean {
  const id = createdId(exchange);
  const isDeleted = edits.some((edit) => edit.startsWith("delete by ") && edit.endsWith(`/${id}`));
  if (id === undefined || !isDeleted || exchange.end !== "lost") return false;
  const looks = exchanges.filter(
    ({ number, method, path, end }) =>
      number > exchange.number && method === "GET" && path === exchange.path && end === "answered",
  );
  const isSeen = looks.some(({ done }) => done?.bodyText.includes(`"id":"${id}"`) === true);
  return looks.length >= 2 && !isSeen;
}

/** Stale is what somebody else has changed, or seems to have by an answer that is old, or by a request that came late. */
function wrongStale(act: Act): readonly string[] {
  if (isDisturbed(act)) return [];
  return [...outcomesIn(act)].flatMap(([id, outcome]) =>
    outcome === "stale" ? [`step ${id} is said to be stale, and nobody else changed anything`] : [],
  );
}

function wrongCode(act: Act): readonly string[] {
  const { run, after, edits } = act;
  const outcomes = [...outcomesIn(act).values()];
  const isBad = outcomes.some((outcome) => outcome !== "done");
  if (run.code === undefined) return [];
  if ((run.code === 0 || run.code === 3) && isBad) return [`exit ${run.code}, and not every step is done`];
  if (run.code === 5 && outcomes.length > 0 && !isBad && saysConverged(act))
    return ["exit 5, and all is said to be well"];
  if (run.code !== 0 || edits.length > 0 || sawStale(act)) return [];
  if ("problem" in after) return [`exit 0, and there is no plan any more: ${after.problem}`];
  const left = after.plan.steps.map(({ operation, address }) => `${operation} ${address}`);
  return left.length === 0 ? [] : [`exit 0, and this is left: ${left.join(", ")}`];
}

function saysConverged({ lines }: Act): boolean {
  return lines.some((line) => line.type === "summary" && line.summary.converged === true);
}

/** The figures of the summary are those of the lines. */
function wrongCounts(act: Act): readonly string[] {
  const outcomes = [...outcomesIn(act).values()];
  return act.lines.flatMap((line) => {
    if (line.type !== "summary") return [];
    const names = ["done", "failed", "unknown", "stale", "skipped"] as const;
    return names.flatMap((name) => {
      const count = outcomes.filter((outcome) => outcome === name).length;
      return count === line.summary[name]
        ? []
        : [`the summary says ${line.summary[name]} ${name}, and ${count} are`];
    });
  });
}
