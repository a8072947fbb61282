import { applyComment } from "../../ci/apply-comment.ts";
import { differenceOf, type FoundReview, findReview } from "../../ci/review.ts";
import { hash } from "../../io/hash.ts";
import type { Io } from "../../io/io.ts";
import type { ApplySummary } from "../../model/apply-event.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { LockOptions } from "../../project/lock.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { namer } from "../../render/plan/plan-view.ts";
import type { PullRequest } from "../../service/service.ts";
import { runApply } from "../commands/apply.ts";
import { checkDigest } from "../planning/saved-plan.ts";
import type { ScopeOptions } from "../program/options.ts";
import { diagnosticsOf } from "../program/report-problem.ts";
import { Interrupted } from "../run/interrupts.ts";
import { withLabels } from "./label-approvals.ts";
import { type CiRun, inPipeline } from "./pipeline-run.ts";

/** Options of `docform ci apply`. */
export interface CiApplyOptions extends ConnectionOptions, LockOptions, ScopeOptions {
  readonly unreviewed?: boolean;
}

/** The pull request that a push merged, and what was reviewed in it. */
interface Merged {
  readonly pull: PullRequest | undefined;
  readonly found: FoundReview;
}

/** `docform ci apply`: runs the plan that was reviewed in the merged pull request, and tells it how that went. */
export async function ciApply(io: Io, options: CiApplyOptions): Promise<ExitCode> {
  const setting = { ...options, reads: false, done: "the apply is done and shown above" };
  return inPipeline(io, setting, async (run) => {
    refusePulls(run);
    const merged = await mergedIn(run);
    const seen: { document?: PlanDocument; summary?: ApplySummary } = {};
    const applying = { ...(await withLabels(run.io, options, merged.pull)), yes: true, input: false };
    const watch = {
      check: (document: PlanDocument) => {
        seen.document = document;
        if (options.unreviewed !== true) checkReviewed(merged, document, options);
      },
      ended: (summary: ApplySummary) => {
        seen.summary = summary;
      },
    };
    try {
      const code = await runApply(run.io, undefined, applying, watch);
      await tell(run, options, merged.pull, { code, ...seen, problems: heldIn(seen.document) });
      return code;
    } catch (problem) {
      await tell(run, options, merged.pull, {
        code: exitCode.error,
        ...seen,
        problems: problem instanceof Interrupted ? [] : diagnosticsOf(problem),
      });
      throw problem;
    }
  });
}

/** A pull request is not merged yet: what it wants must not be applied. */
function refusePulls({ pipeline }: CiRun): void {
  if (pipeline?.event !== "pull request" && pipeline?.event !== "merge group") return;
  const hint = "run it on a push to the branch that is applied, such as main";
  throw stop("DF5061", "docform ci apply runs after a merge, and this pipeline is about a pull request", {
    hint,
  });
}

async function mergedIn({ pipeline, service, scope }: CiRun): Promise<Merged> {
  if (pipeline === undefined) return { pull: undefined, found: { why: "no comment" } };
  const opened = await service(pipeline);
  const [pull] = await opened.mergedWith(pipeline.commit);
  if (pull === undefined) return { pull, found: { why: "no comment" } };
  return { pull, found: findReview(await opened.ownComments(pull.number), scope, pull.head) };
}

/** Throws `Stop` with exit code 4 unless the plan is the reviewed one. A plan without calls needs no review. */
function checkReviewed({ pull, found }: Merged, document: PlanDocument, options: CiApplyOptions): void {
  if (document.steps.length === 0) return;
  const command = commandsLike(options);
  if (!("review" in found)) {
    const hint = `run ${command("plan")}, review it, and run ${command("apply", "--expect", document.digest.slice(0, 16))}; or let the pipeline go on: ${command("ci", "apply", "--unreviewed")}`;
    throw stop("DF5064", whyUnreviewed(pull, found.why), { hint }, exitCode.stale);
  }
  const { review } = found;
  if (document.digest === review.digest) return;
  const showing = { shownBy: command("plan"), canBeSaved: false };
  const difference = differenceOf(review, document, hash);
  if (difference === undefined) {
    checkDigest(document, review.digest, showing);
    return;
  }
  const message = `the plan is not the one that was reviewed in pull request ${pull?.number}: ${difference}`;
  const hint = `run ${showing.shownBy}, review it, and run ${command("apply", "--expect", document.digest.slice(0, 16))}`;
  throw stop("DF3006", message, { hint }, exitCode.stale);
}

function whyUnreviewed(
  pull: PullRequest | undefined,
  why: Exclude<FoundReview, { review: unknown }>["why"],
): string {
  if (pull === undefined)
    return "there is no merged pull request of this commit, so nobody reviewed its plan";
  const name = `pull request ${pull.number}`;
  if (why === "no comment")
    return `${name} has no comment with a plan: docform ci plan did not run, or somebody deleted the comment`;
  if (why === "no plan") return `the comment of ${name} has no plan that could be applied`;
  return `the plan in ${name} is of an older commit than the merged one, ${pull.head.slice(0, 7)}`;
}

/** What holds a plan, as problems for its comment. */
function heldIn(document: PlanDocument | undefined): readonly Diagnostic[] {
  const held = document?.guards.filter((guard) => guard.held) ?? [];
  return held.map(({ message, address, allow, source }) =>
    error("DF3040", address === undefined ? message : `${address}: ${message}`, {
      ...(allow === undefined ? {} : { hint: `${allow} lets it pass` }),
      ...(source === undefined ? {} : { source }),
    }),
  );
}

interface Told {
  readonly code: ExitCode;
  readonly document?: PlanDocument;
  readonly summary?: ApplySummary;
  readonly problems: readonly Diagnostic[];
}

/** Comments the result on the merged pull request. An apply that had nothing to do says nothing there. */
async function tell(
  run: CiRun,
  options: CiApplyOptions,
  pull: PullRequest | undefined,
  { document, ...result }: Told,
): Promise<void> {
  const { pipeline, scope } = run;
  const isIdle = document?.steps.length === 0 && result.problems.length === 0;
  if (pipeline === undefined || pull === undefined || isIdle) return;
  const text = applyComment(
    { ...result, commit: pipeline.commit },
    {
      scope,
      command: commandsLike(options),
      nameOf: namer(Object.keys(document?.organizations ?? {})),
      link: pipeline.link,
    },
  );
  await run.beside("its result could not be written to the pull request", async () => {
    await (await run.service(pipeline)).addComment(pull.number, text);
  });
}
