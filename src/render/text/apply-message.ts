import { type ApplyEvent, type ApplySummary, stopWords } from "../../model/apply-event.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import { isObject } from "../../text/json.ts";
import { type CommandToCopy, plainCommand } from "../command-to-copy.ts";
import { plannedText, wantedText } from "../plan/plan-summary.ts";
import { terminalText } from "../safe-text.ts";
import { verdictOf } from "../verdict.ts";
import { counted, firstNames, listed } from "../words.ts";

/** An event of an apply in one sentence. */
export function applyMessage(event: ApplyEvent): string {
  return terminalText(sentence(event));
}

/** A call as one would make it: the method, and the path with its parameters filled in. */
export function callText({ method, path, params }: Step): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (isObject(value) && typeof value.$from === "string") return `{from ${value.$from}}`;
    return typeof value === "string" || typeof value === "number" ? String(value) : whole;
  });
  return terminalText(`${method} ${filled}`);
}

/** The number of calls by outcome: `5 done, 1 failed, 2 skipped`. */
export function outcomeCounts(summary: ApplySummary): string {
  const outcomes = (["done", "failed", "unknown", "stale", "skipped"] as const).filter(
    (outcome) => outcome === "done" || summary[outcome] > 0,
  );
  const { requested = 0 } = summary;
  return [
    ...outcomes.map((outcome) => `${summary[outcome]} ${outcome}`),
    ...(requested === 0 ? [] : [`${requested} requested from administrators`]),
  ].join(", ");
}

/** A sentence about the second plan: whether it is empty. */
export function convergenceText(
  summary: ApplySummary,
  name: (address: string) => string,
  command: CommandToCopy = plainCommand,
): string {
  const { converged, left } = summary;
  if (converged === undefined) return `A second plan was not made: ${command("plan")} shows what is left.`;
  if (converged && summary.rest !== undefined && summary.rest > 0)
    return `The transfers are done. ${command("plan")} shows the rest: ${counted(summary.rest, "API call")}.`;
  if (converged) return convergedText(summary, name);
  if (left.length === 0) return "A second plan is not empty.";
  return `A second plan is not empty: ${namesText(left, name)} still ${left.length === 1 ? "differs" : "differ"}.`;
}

function convergedText(
  {
    failed,
    unknown,
    stale,
    skipped,
    blocked,
    requested = 0,
    undoes,
    notUndone = [],
    kept = [],
    others = [],
    targets,
  }: ApplySummary,
  name: (address: string) => string,
): string {
  const isAllDone = failed + stale + skipped + blocked.length === 0;
  const part = targets === undefined ? "" : " of this part";
  // The second plan has read again what the calls may have changed, and not everything.
  if (failed + stale + skipped + unknown + requested + others.length === 0 && undoes === undefined)
    return `A second plan${part} is empty: everything that was applied is on the platform.`;
  const calls = unknown === 1 ? "call" : "calls";
  const lacks = [
    ...(isAllDone ? [] : ["what was not done"]),
    ...(requested === 0 ? [] : ["what administrators decide on"]),
    ...(unknown === 0 ? [] : [`what it cannot see of the unknown ${calls}`]),
    ...(notUndone.length === 0 ? [] : ["what cannot be undone"]),
    ...(kept.length === 0 ? [] : ["what was changed after the run"]),
  ];
  const apart = lacks.length === 0 ? "" : `apart from ${listed(lacks)}, `;
  const what = targets === undefined ? "the platform" : "it";
  if (others.length === 0)
    return `A second plan${part} is empty: ${apart}${what} is as ${wantedText(undoes)}.`;
  const differ = others.length === 1 ? "differs" : "differ";
  return `A second plan finds nothing left of this one; ${namesText(others, name)} ${differ} and ${others.length === 1 ? "was" : "were"} left alone.`;
}

/** Some addresses in a sentence; many are counted. */
export function namesText(addresses: readonly string[], name: (address: string) => string): string {
  return firstNames(addresses.map(name));
}

function sentence(event: ApplyEvent): string {
  if (event.type === "planned") return plannedText(event.summary);
  if (event.type === "summary") return verdictOf(event.summary);
  const call = `${event.step.address}: ${event.step.operation}`;
  switch (event.type) {
    case "step_started":
      return `${call} started`;
    case "step_done":
      return `${call} done in ${Math.round(event.milliseconds)} ms`;
    case "step_failed":
      return `${call} failed: ${answerText(event)}`;
    case "step_unknown":
      return `${call} may have been done: ${event.message}`;
    case "step_stale":
      return `${call} not sent, as somebody else changed it: ${event.message}`;
    case "step_requested":
      return `${call} is not done yet: ${event.message}`;
    case "step_skipped":
      return `${call} skipped, ${stopWords.get(event.waitedFor) ?? `it waited for ${event.waitedFor}`}`;
  }
}

/** The platform's answer to a call that failed, on one line. */
export function answerText({ status, message }: { status?: number; message: string }): string {
  return terminalText(status === undefined ? message : `${status} ${message}`);
}
