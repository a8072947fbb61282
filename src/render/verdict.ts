import type { ApplySummary } from "../model/apply-event.ts";
import { wantedText } from "./plan/plan-summary.ts";
import { terminalText } from "./safe-text.ts";
import { notJoinedText } from "./waiting-view.ts";
import { counted, listed } from "./words.ts";

/** Why nothing was run, in words that go on after `Nothing was changed`. */
const whyNotRun: Readonly<
  Record<Exclude<ApplySummary["notRun"], undefined | "held" | "broken off">, string>
> = {
  stale: "the plan is stale",
  "not reviewed": "nobody reviewed this plan",
  "not confirmed": "it was not confirmed",
  "nobody to ask": "there is no terminal to ask for confirmation",
  "only shown": "the way back was only shown, as there is no terminal to ask for confirmation",
  locked: "another run holds the lock",
  interrupted: "it was interrupted",
  error: "an error came first",
};

/**
 * How an apply or undo ended, in one sentence that a person understands without the rest. Each outcome has one; the last
 * line of a terminal, the comment and the events for machines all say it.
 */
export function verdictOf(summary: ApplySummary): string {
  const { notRun, heldBy = [], interrupted } = summary;
  if (notRun === "broken off") return "The run broke off: docform runs show tells what was done.";
  if (notRun === "held") return `Nothing was changed: held by ${listed(heldBy.map(terminalText))}.`;
  if (notRun !== undefined) return `Nothing was changed: ${whyNotRun[notRun]}.`;
  const text = callsOf(summary) === 0 ? idleText(summary) : ranText(summary);
  const waiting = notJoinedText(summary.waiting);
  const whole = waiting === "" ? text : `${text.replace(/\.$/, "")}; ${waiting}.`;
  return `${interrupted === true ? "Interrupted: " : ""}${whole}${unrecordedText(summary)}`;
}

/** The facts of a run that are not in the state. */
function unrecordedText({ unrecorded = [] }: ApplySummary): string {
  if (unrecorded.length === 0) return "";
  return ` Not recorded: ${terminalText(unrecorded.join("; "))}. The next run may not know of this one.`;
}

function callsOf({ done, failed, unknown, stale, skipped, requested = 0 }: ApplySummary): number {
  return done + failed + unknown + stale + skipped + requested;
}

/** A run without calls. */
function idleText(summary: ApplySummary): string {
  const open = openParts(summary);
  if (open.length > 0) return `Nothing was changed: ${open.join(", ")}.`;
  const { undoes, targets, noLongerDeclared: left = 0 } = summary;
  const what = targets === undefined ? "the platform" : "this part of the platform";
  const but =
    left === 0
      ? ""
      : `, but for ${counted(left, "resource")} that ${left === 1 ? "is" : "are"} no longer declared`;
  return `Nothing to do: ${what} is as ${wantedText(undoes)}${but}.`;
}

function ranText(summary: ApplySummary): string {
  const { done, failed, unknown, stale, skipped, requested = 0 } = summary;
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(stale > 0 ? [`${stale} stale`] : []),
    ...(skipped > 0 ? [`${skipped} not started`] : []),
    ...(requested > 0 ? [`${requested} requested from administrators, who decide`] : []),
    ...openParts(summary),
  ];
  const start = `${done === 0 ? "No call" : counted(done, "call")} done`;
  return `${[start, ...(parts.length > 0 ? parts : [restText(summary)])].join(", ")}.`;
}

/** The changes that no call of docform can make. */
function openParts({ blocked, notUndone = [], kept = [] }: ApplySummary): readonly string[] {
  return [
    ...(blocked.length > 0 ? [`${blocked.length} blocked`] : []),
    ...(notUndone.length > 0 ? [`${notUndone.length} cannot be undone`] : []),
    ...(kept.length > 0 ? [`${kept.length} changed after the run, and kept`] : []),
  ];
}

/** After all calls were done: what a second plan finds. */
function restText({ converged, left, others = [], rest = 0 }: ApplySummary): string {
  if (converged === undefined) return "and what is left is not known";
  if (rest > 0) return `and the next plan has ${counted(rest, "call")}`;
  if (converged && others.length > 0)
    return `nothing of this plan is left; ${differText(others)} outside of it`;
  if (converged) return "nothing is left to do";
  return left.length === 0 ? "and more is left to do" : `and ${differText(left)} still`;
}

function differText(addresses: readonly string[]): string {
  return `${counted(addresses.length, "resource")} ${addresses.length === 1 ? "differs" : "differ"}`;
}
