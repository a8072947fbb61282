import type { ChangedBy, DriftDocument } from "../model/documents/drift-document.ts";
import { terminalText } from "./safe-text.ts";
import { shorten } from "./value.ts";
import { counted } from "./words.ts";

/** The entry points of a change, in words. */
const places: Readonly<Record<string, string>> = {
  ui: "in the app",
  api: "through the API",
  integration: "through an integration",
  webhook: "through a webhook",
  workflow: "by a workflow",
  script: "by a script",
  support: "by the support of the platform",
};

/**
 * `last changed by Ana, in the app, 2 days ago; 1 other before`, safe for a terminal. Without
 * `ageOf`, which gives seconds, it has the time: a text that is kept would be wrong tomorrow.
 */
export function byText({ name, source, at, others, of }: ChangedBy, ageOf?: (at: string) => number): string {
  const place = Object.hasOwn(places, source) ? places[source] : `by ${safe(source)}`;
  const when = ageOf === undefined ? timeText(at) : agoText(ageOf(at));
  const before = others === 0 ? "" : `; ${counted(others, "other")} before`;
  const subject = of === undefined ? "" : `the ${of.replaceAll("-", " ")} was `;
  return `${subject}last changed by ${safe(name)}, ${place}, ${when}${before}`;
}

function safe(text: string): string {
  return shorten(terminalText(text), 80);
}

/** `2026-11-24 10:02 UTC`. */
function timeText(at: string): string {
  return `${safe(at).slice(0, 16).replace("T", " ")} UTC`;
}

function agoText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (!(minutes >= 1)) return "just now";
  if (hours < 1) return `${counted(minutes, "minute")} ago`;
  return hours < 48 ? `${counted(hours, "hour")} ago` : `${counted(Math.floor(hours / 24), "day")} ago`;
}

/** One line about what the audit events do not say; none where there is nothing to add. */
export function auditText({ audit }: DriftDocument): readonly string[] {
  if (audit === undefined) return [];
  const { asked, notAsked, problem } = audit;
  if (problem !== undefined)
    return [`The people behind these changes are not known: ${terminalText(problem)}.`];
  const all = counted(asked + notAsked, "object");
  return notAsked === 0 ? [] : [`Audit events were asked for: ${asked} of ${all}, the first ones.`];
}
