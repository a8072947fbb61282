import { type ApplyEvent, type ApplySummary, type LeftField, stopWords } from "../../model/apply-event.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { countCalls } from "../../planner/calls-of-steps.ts";
import { equalJson, type Json } from "../../text/json.ts";
import { accessGains, accessGainsTitle } from "../access-gains.ts";
import { type CommandToCopy, plainCommand } from "../command-to-copy.ts";
import { namer } from "../plan/plan-view.ts";
import { sentenceText, terminalText } from "../safe-text.ts";
import { valueText } from "../value.ts";
import { verdictOf } from "../verdict.ts";
import { counted } from "../words.ts";
import { answerText, callText, convergenceText, outcomeCounts } from "./apply-message.ts";
import { columnWidth, pad } from "./columns.ts";
import { type Look, plain, type Style } from "./style.ts";

interface ApplyTextOptions {
  readonly style?: Style;
  /** Aliases of the organizations; with one of them, addresses leave it out. */
  readonly organizations?: readonly string[];
  /** Makes the commands that are proposed. */
  readonly command?: CommandToCopy;
  /** All steps of the plan, so that the columns fit them. */
  readonly steps?: readonly Step[];
}

type StepEnd = Extract<ApplyEvent, { type: keyof typeof words }>;

const words = {
  step_done: ["ok", "green"],
  step_failed: ["failed", "red"],
  step_unknown: ["unknown", "yellow"],
  step_stale: ["stale", "yellow"],
  step_skipped: ["skipped", "dim"],
  step_requested: ["asked", "yellow"],
} as const satisfies Record<string, readonly [string, Look]>;
const wordWidth = "unknown".length + 2;

function wordOf({ type }: StepEnd, style: Style): string {
  const [word, look] = words[type];
  return style[look](pad(word, wordWidth));
}

/** Prints each event, with a newline at the end: nothing for a step that only starts. */
export function applyEventRenderer(options: ApplyTextOptions = {}): (event: ApplyEvent) => string {
  const style = options.style ?? plain;
  const steps = options.steps ?? [];
  const nameOf = namer(options.organizations ?? []);
  const addresses = new Map(steps.map((step) => [step.id, nameOf(step.address)]));
  const names = columnWidth([...addresses.values()], 24);
  const calls = steps.map((step) => step.operation);
  const operations = columnWidth(calls, 16);
  return (event) => {
    if (!isStepEnd(event)) return "";
    const name = pad(nameOf(event.step.address), names);
    const row = `${wordOf(event, style)}${name}  ${pad(terminalText(event.step.operation), operations)}  ${tail(event, addresses)}`;
    return `${[row.trimEnd(), ...details(event)].join("\n")}\n`;
  };
}

/** The last block of an apply: the done steps, the open ones, and whether a second plan is empty, and the verdict. */
export function renderApplySummary(
  summary: ApplySummary,
  events: readonly ApplyEvent[],
  options: ApplyTextOptions = {},
): string {
  const style = options.style ?? plain;
  const { command = plainCommand } = options;
  const nameOf = namer(options.organizations ?? []);
  const open = events.filter(isStepEnd).filter((event) => event.type !== "step_done");
  const rows = openRows(open, nameOf, style);
  const isStopped = open.some((event) => event.type === "step_skipped" && stopWords.has(event.waitedFor));
  const blocked = summary.blocked.map(
    (address) => `  ${style.red(pad("blocked", wordWidth))}${nameOf(address)}`,
  );
  const verdict = style.bold(verdictOf(summary));
  const notDone = rows.length + blocked.length > 0 ? ["Not done:", ...rows, ...blocked] : [];
  if (isIdle(summary)) return `${[...notDone, verdict].join("\n")}\n`;
  return `${[
    style.bold(`${summary.undoes === undefined ? "Apply" : "Undo"}: ${outcomeCounts(summary)}.`),
    ...notDone,
    ...(isStopped && summary.converged !== true
      ? [goesOnText(summary, command)]
      : [convergenceText(summary, nameOf, command), ...leftRows(summary.leftFields ?? [], nameOf, command)]),
    ...accessRows(summary, nameOf),
    ...runLine(summary, events, command),
    verdict,
  ].join("\n")}\n`;
}

/** Was there no call to send? Then the verdict says all, but for what is blocked. */
function isIdle({ run, done, others = [], notUndone = [], kept = [] }: ApplySummary): boolean {
  return run === undefined && done + others.length + notUndone.length + kept.length === 0;
}

function goesOnText({ undoes }: ApplySummary, command: CommandToCopy): string {
  const again = undoes === undefined ? command("apply") : command("undo", undoes);
  return `To go on: ${again}. It reads what is done, and calls only for the rest.`;
}

/** Rows of one reason that are told one by one. */
const mostAlike = 5;

/** The steps that were not done, a row each. Many steps with one reason share a row and a count. */
function openRows(
  open: readonly StepEnd[],
  nameOf: (address: string) => string,
  style: Style,
): readonly string[] {
  const width = columnWidth(open.map(({ step }) => nameOf(step.address)));
  const groups = groupBy(open, (event) => `${event.type} ${reasonOf(event)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first !== undefined && group.length > mostAlike)
      return [
        `  ${wordOf(first, style)}${counted(countCalls(group.map(({ step }) => step)), "call")}: ${reasonOf(first)}`,
      ];
    return group.map(
      (event) =>
        `  ${wordOf(event, style)}${pad(nameOf(event.step.address), width)}  ${terminalText(event.step.operation)}`,
    );
  });
}

/** The reason of a step without its own address and ids. */
function reasonOf(event: StepEnd): string {
  if (event.type === "step_done") return "";
  if (event.type !== "step_skipped") return answerText(event);
  return stopWords.get(event.waitedFor) ?? "a call before it was not done";
}

/** The people who really gained or lost access, a row each. */
function accessRows({ access }: ApplySummary, nameOf: (address: string) => string): readonly string[] {
  const rows = accessGains(access).map((row) => `  ${sentenceText(row, nameOf)}`);
  return rows.length === 0 ? [] : [accessGainsTitle, ...rows];
}

/** The run by its id, and the way back where it may have changed something. */
function runLine(
  { run, done, unknown }: ApplySummary,
  events: readonly ApplyEvent[],
  command: CommandToCopy,
): readonly string[] {
  if (run === undefined) return [];
  const wasTaken = events.some((event) => event.type === "step_failed" && event.wasSent === true);
  const wayBack = done + unknown > 0 || wasTaken ? ` Undo it with: ${command("undo", run)}` : "";
  return [`Run ${run}.${wayBack}`];
}

/** The fields that still differ, a row each. Many with one reason share a row and a count; the next plan shows all. */
function leftRows(
  fields: readonly LeftField[],
  nameOf: (address: string) => string,
  command: CommandToCopy,
): readonly string[] {
  const groups = [...groupBy(fields, ({ why }) => why)];
  const alike = groups.filter(([, group]) => group.length > mostAlike);
  const counts = alike.map(([why, group]) => `  ${counted(group.length, "field")}: ${why}`);
  const others = fields.filter(({ why }) => !alike.some(([one]) => one === why));
  const shown = others.slice(0, mostFields).map(({ address, field, wanted, live, why }) => {
    const isAlike = wanted !== undefined && live !== undefined && equalJson(wanted, live);
    const values = isAlike
      ? `place ${shownValue(live)}`
      : `wanted ${shownValue(wanted)}, live ${shownValue(live)}`;
    return `  ${nameOf(address)} ${terminalText(field)}: ${values}; ${why}`;
  });
  const more = others.length - shown.length;
  if (more === 0 && alike.length === 0) return shown;
  return [...shown, ...counts, `  ${more > 0 ? `and ${more} more: ` : ""}${command("plan")} shows them`];
}

const mostFields = 20;
/** Characters of a value in a row. */
const longestValue = 80;

function shownValue(value: Json | undefined): string {
  return value === undefined ? "(not shown, or none)" : valueText(value, longestValue);
}

function isStepEnd(event: ApplyEvent): event is StepEnd {
  return Object.hasOwn(words, event.type);
}

function tail(event: StepEnd, addresses: ReadonlyMap<string, string>): string {
  switch (event.type) {
    case "step_done":
      return `${Math.round(event.milliseconds)} ms`;
    case "step_failed":
      return "";
    case "step_unknown":
      return "it may have been done";
    case "step_stale":
      return "not sent: somebody else changed it";
    case "step_requested":
      return "administrators are asked to do it";
    case "step_skipped":
      return (
        stopWords.get(event.waitedFor) ??
        `waited for ${addresses.get(event.waitedFor) ?? terminalText(event.waitedFor)}`
      );
  }
}

function details(event: StepEnd): readonly string[] {
  if (event.type === "step_done" || event.type === "step_skipped") return [];
  const margin = " ".repeat(wordWidth);
  return [
    `${margin}call    ${callText(event.step)}`,
    `${margin}${event.type === "step_stale" ? "now   " : "answer"}  ${answerText(event)}`,
    `${margin}next    ${terminalText(event.next)}`,
  ];
}
