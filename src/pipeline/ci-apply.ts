import type { Io } from "../io/io.ts";
import type { ApplySummary } from "../model/apply-event.ts";
import type { UnitRow } from "../model/documents/organizations-document.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { type ExitCode, exitCode, stop } from "../model/stop.ts";
import type { OpenUnits } from "../project/opened/open-units.ts";
import { unitTableMarkdown } from "../render/units/units-markdown.ts";
import { type ApplySeveral, type ApplyWatch, applyProject, applyUnit } from "../runs/apply/apply-project.ts";
import { applyRow } from "../runs/apply/apply-units.ts";
import { endedBy, tellVerdict } from "../runs/apply/ending.ts";
import { eachInWaves, inWaves } from "../runs/apply/in-waves.ts";
import { Interrupted, type Interrupts } from "../runs/interrupts.ts";
import type { LockOptions } from "../runs/project-lock.ts";
import { diagnosticsOf, reportProblem } from "../runs/report-problem.ts";
import type { ScopeOptions } from "../runs/scope-options.ts";
import type { ServiceOptions } from "../service/given-pipeline.ts";
import { checkReviewed, type Merged, mergedIn, type ReviewOptions } from "./check-reviewed.ts";
import { type CommitOrder, commitOrder } from "./commit-order.ts";
import { type CiRun, inPipeline, ofUnit, shortCommit } from "./pipeline-run.ts";
import { annotateProblem, summarizeJob } from "./reports.ts";
import { tellResult } from "./tell-result.ts";
import { allowedBy } from "./texts/allowed.ts";
import { labelNames } from "./texts/counted-labels.ts";
import type { Problem } from "./texts/plan-comment.ts";
import { withAllowed } from "./with-allowed.ts";

/** Options of `docform ci apply`. */
export interface CiApplyOptions
  extends ReviewOptions,
    LockOptions,
    ScopeOptions,
    Omit<ServiceOptions, "pull"> {
  /** The branch that is applied; the default branch of the repository when left out. */
  readonly branch?: string;
}

/**
 * `docform ci apply`: runs the plan that was reviewed in the merged pull request, and tells it how that went. Of several
 * organizations each has a review of its own.
 */
export async function ciApply(io: Io, options: CiApplyOptions): Promise<ExitCode> {
  const setting = { ...options, reads: false, done: "the apply is done and shown above" };
  const seen = nothingSeen();
  const code = await inPipeline(io, setting, (run) => {
    const several: ApplySeveral = (opened, _, interrupts) => {
      seen.isSeveral = true;
      return applyEach(run, options, opened, interrupts);
    };
    return applyReviewed(run, options, seen, async (own, watch) =>
      applyProject(run.io, undefined, own, watch, several),
    );
  });
  if (seen.isSeveral !== true) tellEnd(io, options, seen);
  return code;
}

function tellEnd(io: Io, options: CiApplyOptions, seen: Seen): void {
  if (seen.summary === undefined && seen.order.is !== "older")
    tellVerdict(io, options, endedBy(seen.problem, seen.isUnderway), "stderr");
}

/** Applies each of several units, with its review, its result and its exit code. */
async function applyEach(
  run: CiRun,
  options: CiApplyOptions,
  opened: OpenUnits,
  interrupts: Interrupts,
): Promise<ExitCode> {
  const { expect: __, ...asked } = options;
  const waves = inWaves(opened.units, asked, opened.joined.project, false);
  interrupts.begin();
  const how = {
    form: "text",
    isStopping: interrupts.isStopping,
    ended: (rows: readonly UnitRow[]) =>
      run.beside("its summary could not be written", () => summarizeJob(run, unitTableMarkdown(rows, [], 0))),
  } as const;
  return eachInWaves(run.io, options, opened, waves, how, async (unitIo, own, unit) => {
    const seen = nothingSeen();
    const one = ofUnit(run, unitIo, unit);
    const code = await applyReviewed(one, own, seen, (given, watch) =>
      applyUnit(unitIo, given, { unit, isOneOfSeveral: true }, watch),
    ).catch((problem: unknown) => reportProblem(unitIo, "text", problem));
    tellEnd(unitIo, own, seen);
    const { expect: _, ...others } = own;
    return { code, row: applyRow(code, seen, others) };
  });
}

function nothingSeen(): Seen {
  return { isUnderway: false, order: { is: "next" }, wasApplied: false };
}

/** The state of an apply while it goes on. */
interface Seen {
  document?: PlanDocument;
  summary?: ApplySummary;
  isUnderway: boolean;
  /** How its commit follows the applied one. */
  order: CommitOrder;
  /** The record says that its commit was applied whole. */
  wasApplied: boolean;
  /** The reason why it ended. */
  problem?: unknown;
  /** Each unit told by itself how it ended. */
  isSeveral?: boolean;
}

/** Applies with options, which a watch looks at. */
type Apply = (options: Awaited<ReturnType<typeof applyOptions>>, watch: ApplyWatch) => Promise<ExitCode>;

async function applyReviewed(
  run: CiRun,
  options: CiApplyOptions,
  seen: Seen,
  apply: Apply,
): Promise<ExitCode> {
  let merged: Merged | undefined;
  try {
    checkBranch(run, options);
    merged = await mergedIn(run, options);
    const found = merged;
    const code = await apply(await applyOptions(run, merged, options), {
      commit: run.pipeline?.commit,
      begin: async (applied) => {
        seen.wasApplied = applied.includes(run.pipeline?.commit ?? "");
        seen.order = await commitOrder(run, applied);
        if (seen.order.is === "older") run.io.stdout.write(outdatedText(run, seen.order.than));
        return seen.order.is !== "older";
      },
      check: async (document, stale) => {
        seen.document = document;
        await checkReviewed(run, found, { document, stale, order: seen.order }, options);
      },
      begun: () => {
        seen.isUnderway = true;
      },
      ended: (summary) => {
        seen.summary = summary;
      },
    });
    const { document, summary = endedBy(undefined, seen.isUnderway), order, wasApplied } = seen;
    const problems = leftOutOf(document);
    if (order.is !== "older" && seen.isSeveral !== true)
      await tellResult(run, options, merged, { code, document, summary, problems, wasApplied });
    return code;
  } catch (problem) {
    seen.problem = problem;
    const { document, summary = endedBy(problem, seen.isUnderway), wasApplied } = seen;
    const problems = problem instanceof Interrupted ? [] : diagnosticsOf(problem);
    if (merged !== undefined && seen.isSeveral !== true) {
      if (problems.length > 0) await annotateProblem(run, options, problem);
      const told = { code: exitCode.error, document, summary, problems, wasApplied };
      await tellResult(run, options, merged, told);
    }
    throw problem;
  }
}

function outdatedText({ pipeline }: CiRun, newer: string): string {
  return `Nothing to do: the newer commit ${shortCommit(newer)} was applied, and this job is of ${shortCommit(pipeline?.commit ?? "")}.\n`;
}

/**
 * Only the branch that is applied has what was merged. A pull request is not merged yet, and anybody who may push may
 * make a tag or another branch of any name.
 */
function checkBranch({ pipeline }: CiRun, { branch: wanted }: CiApplyOptions): void {
  if (pipeline === undefined) return;
  const { event, branch, defaultBranch } = pipeline;
  const applied = wanted ?? defaultBranch;
  const name = applied === undefined ? "the branch that is applied" : `the branch ${applied}`;
  const hint = `run it on a push to ${name}; to apply another branch, name it: --branch NAME`;
  if (event === "pull request" || event === "merge group")
    throw stop("DF5061", "docform ci apply runs after a merge, and this pipeline is about a pull request", {
      hint,
    });
  if (applied === undefined)
    throw stop("DF5061", "this pipeline does not say which branch is the default one", {
      hint: "name the branch that is applied: --branch NAME",
    });
  if (branch === applied) return;
  const other = branch === undefined ? "a tag, or of no branch" : `the branch ${branch}`;
  throw stop("DF5061", `docform ci apply runs on ${name}, and this pipeline is of ${other}`, { hint });
}

/**
 * Only what the review kept may pass: a label that came later lets nothing pass. But with a digest, a person
 * answers for the plan, and for the labels of now.
 */
async function applyOptions(
  { io, pipeline }: CiRun,
  { pull, found, labels }: Merged,
  { expect, branch: _, ...options }: CiApplyOptions,
) {
  const reviewed = "review" in found ? found.review.allowed : undefined;
  const allowed = (expect === undefined ? reviewed : allowedBy(labelNames(labels))) ?? {};
  const author = pull?.author === undefined ? {} : { author: pull.author };
  const merged =
    pull === undefined ? {} : { pull: `${pipeline?.service === "gitlab" ? "!" : "#"}${pull.number}` };
  return { ...(await withAllowed(io, options, allowed)), ...author, ...merged, yes: true, input: false };
}

/** The guards that hold a plan, and its blocked changes. */
function leftOutOf(document: PlanDocument | undefined): readonly Problem[] {
  const held = document?.guards.filter((guard) => guard.held) ?? [];
  const blocked = document?.changes.filter(({ action }) => action === "blocked") ?? [];
  return [
    ...held.map(({ message, address, allow, source }) => ({
      message: address === undefined ? message : `${address}: ${message}`,
      ...(allow === undefined ? {} : { hint: `to allow it: ${allow}` }),
      ...(source === undefined ? {} : { source }),
    })),
    ...blocked.map(({ address, reason, source }) => ({
      message: `${address} is blocked: ${reason ?? "it cannot be made"}`,
      ...(source === undefined ? {} : { source }),
    })),
  ];
}
