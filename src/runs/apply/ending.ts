import { type Io, timeOf } from "../../io/io.ts";
import type { ApplySummary } from "../../model/apply-event.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { fitted, styleFor } from "../../project/output.ts";
import { renderApplyLine } from "../../render/json/apply-json.ts";
import { verdictOf } from "../../render/verdict.ts";
import { Interrupted } from "../interrupts.ts";
import { reportProblem } from "../report-problem.ts";

/** Is told of the two moments between which a run may change the platform. */
export interface RunWatch {
  readonly begun: () => void;
  /** How it went; also when nothing was run. */
  readonly ended: (summary: ApplySummary) => void;
}

const nothing = { done: 0, failed: 0, unknown: 0, stale: 0, skipped: 0, left: [], blocked: [] };

/** The summary of an apply that ran nothing. */
export function notRun(why: NonNullable<ApplySummary["notRun"]>, heldBy?: readonly string[]): ApplySummary {
  return { ...nothing, notRun: why, ...(heldBy === undefined ? {} : { heldBy: [...heldBy] }) };
}

/** The rules that hold a plan. */
export function heldBy({ guards }: Pick<PlanDocument, "guards">): readonly string[] {
  const rules = guards.flatMap(({ held, rule, policy }) =>
    held ? [policy === undefined ? rule : `${rule} ${policy}`] : [],
  );
  return [...new Set(rules)];
}

/** The codes of problems that have a verdict of their own. */
const whyOf = new Map<string, NonNullable<ApplySummary["notRun"]>>([
  ["DF5064", "not reviewed"],
  ["DF5002", "nobody to ask"],
  ["DF5033", "locked"],
]);

/** The words for a held plan, by the code of the problem. */
const ruleOfCode = new Map<string, string>([
  ["DF3040", "the rehearsal"],
  ["DF5064", "the rules of the target branch"],
]);

/** The result of an apply that a problem ended. */
export function endedBy(problem: unknown, isUnderway: boolean): ApplySummary {
  if (isUnderway) return notRun("broken off");
  if (problem instanceof Interrupted) return notRun("interrupted");
  if (!(problem instanceof Stop)) return notRun("error");
  const [first] = problem.diagnostics;
  const code = first?.code ?? "";
  const cause = ruleOfCode.get(code);
  if (problem.code === exitCode.held && cause !== undefined) return notRun("held", [cause]);
  const why = whyOf.get(code) ?? (problem.code === exitCode.stale ? "stale" : "error");
  return notRun(why);
}

/** Says the verdict of an apply that ran nothing: its last line, where the lines before it are. */
export function tellVerdict(
  io: Io,
  { format }: Pick<CommonOptions, "format">,
  summary: ApplySummary,
  stream: "stdout" | "stderr" = "stdout",
): void {
  if (format === "json") io.stdout.write(renderApplyLine({ type: "summary", summary }, timeOf(io)));
  else io[stream].write(fitted(io[stream], `${styleFor(io[stream], io.env).bold(verdictOf(summary))}\n`));
}

/** Runs a command that applies. When a problem ends it, the verdict comes after what is said of the problem. */
export async function endingWithVerdict(
  io: Io,
  options: Pick<CommonOptions, "format">,
  work: (watch: RunWatch) => Promise<ExitCode>,
): Promise<ExitCode> {
  let isUnderway = false;
  let isOver = false;
  const watch: RunWatch = {
    begun: () => {
      isUnderway = true;
    },
    ended: () => {
      isOver = true;
    },
  };
  try {
    return await work(watch);
  } catch (problem) {
    const code = reportProblem(io, options.format === "json" ? "lines" : "text", problem);
    if (!isOver) tellVerdict(io, options, endedBy(problem, isUnderway), "stderr");
    return code;
  }
}
