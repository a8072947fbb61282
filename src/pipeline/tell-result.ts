import { shown } from "../io/shown.ts";
import type { ApplySummary } from "../model/apply-event.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { ExitCode } from "../model/stop.ts";
import { showDiagnostics } from "../project/output.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import { namer } from "../render/plan/plan-view.ts";
import { diagnosticsOf } from "../runs/report-problem.ts";
import type { Pipeline } from "../service/pipeline.ts";
import type { PullRequest, Service } from "../service/service.ts";
import { addOnce, isAsking, stickyComment } from "../service/sticky.ts";
import { type Merged, type ReviewOptions, startWith } from "./check-reviewed.ts";
import type { CiRun } from "./pipeline-run.ts";
import { summarizeJob } from "./reports.ts";
import { labelsFor } from "./texts/allowed.ts";
import { applyComment, untoldComment } from "./texts/apply-comment.ts";
import { markOfScope } from "./texts/marked-text.ts";
import { overtakenComment } from "./texts/overtaken-comment.ts";
import type { Problem } from "./texts/plan-comment.ts";

/** The result of an apply in a pipeline. */
interface Told {
  readonly code: ExitCode;
  readonly document: PlanDocument | undefined;
  readonly summary: ApplySummary;
  readonly problems: readonly Problem[];
  /** The record says that the commit was applied whole before this run. */
  readonly wasApplied: boolean;
}

/**
 * Comments the result on the merged pull request, and marks the plans of others as older. An apply that had nothing to
 * do says nothing, unless an earlier run could not tell its result.
 */
export async function tellResult(
  run: CiRun,
  options: ReviewOptions,
  merged: Merged,
  { document, wasApplied, ...result }: Told,
): Promise<void> {
  const { io, pipeline, scope } = run;
  if (pipeline === undefined) return;
  const { pull } = merged;
  const { commit, link } = pipeline;
  const command = commandsLike(options);
  if (document?.steps.length === 0 && result.problems.length === 0) {
    if (wasApplied) await tellUntold(run, merged, { scope, command, link });
    return;
  }
  const text = applyComment(
    { ...shown(io, result), commit, digest: document?.digest },
    {
      scope,
      command,
      nameOf: namer(Object.keys(document?.organizations ?? {})),
      letPass: document && {
        labels: labelsFor(document.guards),
        start: startWith(document, run, options),
      },
      link,
    },
  );
  await run.beside("its summary could not be written", () => summarizeJob(run, text));
  if (pull !== undefined) await addResult(run, pipeline, pull, text);
  if (result.summary.done > 0) await markOthers(run, pipeline, pull, result.summary.run);
}

const failure = "its result could not be written to the pull request";

async function addResult(run: CiRun, pipeline: Pipeline, pull: PullRequest, text: string): Promise<void> {
  await run.beside(failure, async () => {
    const service = await run.service(pipeline);
    // Read before: an answer that is lost is looked for among those that are new.
    const known = await service.ownComments(pull.number);
    await addOnce(service, pull.number, { text, known });
  });
}

/** An earlier run of this job applied the plan, and its comment is missing: then the review is not used up. */
async function tellUntold(
  run: CiRun,
  { pull, found }: Merged,
  setting: Parameters<typeof untoldComment>[1],
): Promise<void> {
  const { pipeline } = run;
  if (pipeline === undefined || pull === undefined || !("review" in found) || found.isApplied) return;
  const { commit } = pipeline;
  const { digest, calls } = found.review;
  // A plan that had nothing to do had nothing to tell.
  if (calls !== undefined && Object.keys(calls).length === 0) return;
  await addResult(run, pipeline, pull, untoldComment({ commit, digest }, setting));
}

/** Open pull requests whose plan is marked as older than an apply. */
const mostOthers = 50;

/** Says in the comments of the other open pull requests that their plans are older than this apply. It holds up nothing. */
async function markOthers(
  run: CiRun,
  pipeline: Pipeline,
  pull: PullRequest | undefined,
  applied: string | undefined,
): Promise<void> {
  const { branch, service: name } = pipeline;
  if (branch === undefined || applied === undefined) return;
  const sign = name === "gitlab" ? "!" : "#";
  const by = { run: applied, ...(pull === undefined ? {} : { pull: `${sign}${pull.number}` }) };
  const problems: unknown[] = [];
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    await act().catch((problem: unknown) => problems.push(problem));
  };
  await attempt(async () => {
    const service = await run.service(pipeline);
    for (const number of await service.openPulls(branch, mostOthers))
      await attempt(() => markPlan(run, service, number, by));
  });
  const told = problems.flatMap(diagnosticsOf).slice(0, 1).map(notMarked);
  showDiagnostics(run.io, "text", told);
}

function notMarked({ message }: Diagnostic): Diagnostic {
  const words = `the plans of other pull requests were not marked as older: ${message}`;
  return { code: "DF5065", severity: "warning", message: words };
}

async function markPlan(
  { scope }: CiRun,
  service: Service,
  number: number,
  by: Parameters<typeof overtakenComment>[1],
): Promise<void> {
  const { edit } = stickyComment(await service.ownComments(number), markOfScope("plan", scope));
  const text = edit && overtakenComment(edit.text, by);
  if (edit !== undefined && text !== undefined)
    await service.editComment(number, edit.id, text, { asks: isAsking(edit) });
}
