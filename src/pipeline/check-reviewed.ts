import { hash } from "../io/hash.ts";
import { error } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { exitCode, Stop, stop } from "../model/stop.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import { effectsText } from "../render/plan/effects-text.ts";
import type { StaleOn } from "../runs/apply/review-saved.ts";
import { shortestDigest } from "../runs/apply/saved-plan.ts";
import { renderPlan } from "../runs/plan-project.ts";
import type { SeveralOptions } from "../runs/units/each-unit.ts";
import type { Pipeline } from "../service/pipeline.ts";
import type { PullRequest } from "../service/service.ts";
import type { CommitOrder } from "./commit-order.ts";
import { type CiRun, shortCommit } from "./pipeline-run.ts";
import { noLabels, readLabels } from "./read-labels.ts";
import { allowedBy, ruleChangesAllow } from "./texts/allowed.ts";
import { type CountedLabels, labelNames } from "./texts/counted-labels.ts";
import { differenceOf, type FoundReview, findReview } from "./texts/review.ts";

/** The reason why a plan may be applied: its review in the pull request, a digest, or none. */
export interface ReviewOptions extends SeveralOptions {
  readonly expect?: string;
  readonly unreviewed?: boolean;
}

/** The pull request that a push merged, and what was reviewed in it. */
export interface Merged {
  readonly pull: PullRequest | undefined;
  readonly found: FoundReview;
  /** The labels of now, for a person who answers for the plan with its digest. */
  readonly labels: CountedLabels;
}

const nothingFound: Merged = { pull: undefined, found: { why: "no comment" }, labels: noLabels };

/** The merge. It is only asked for the result when a person answers for the plan. */
export async function mergedIn(run: CiRun, { unreviewed, expect }: ReviewOptions): Promise<Merged> {
  const { pipeline, scope } = run;
  if (pipeline === undefined) return nothingFound;
  const find = async (): Promise<Merged> => {
    const service = await run.service(pipeline);
    const merged = await service.mergedWith(pipeline.commit);
    const pull = merged.find(({ base }) => base === pipeline.branch);
    if (pull === undefined) return nothingFound;
    // docform makes no plan of a fork: what looks like its comment there is of something else.
    if (pull.isFork) return { ...nothingFound, pull };
    const found = findReview(await service.ownComments(pull.number), scope, pull);
    return { pull, found, labels: expect === undefined ? noLabels : await readLabels(service, pull) };
  };
  if (unreviewed !== true && expect === undefined) return find();
  let merged = nothingFound;
  await run.beside("the merged pull request could not be read", async () => {
    merged = await find();
  });
  return merged;
}

/** The plan of now, what of a reviewed one no longer holds, and how its commit follows the applied one. */
interface PlanNow {
  readonly document: PlanDocument;
  readonly stale: StaleOn;
  readonly order: CommitOrder;
}

/**
 * Shows the plan, and throws `Stop` with exit code 4, unless the plan is the reviewed one, and its commit follows the
 * applied one. A plan without calls needs no review.
 */
export async function checkReviewed(
  { io, pipeline, scope }: Pick<CiRun, "io" | "pipeline" | "scope">,
  merged: Merged,
  { document, stale, order }: PlanNow,
  options: ReviewOptions,
): Promise<void> {
  const { expect, unreviewed } = options;
  const why = (): WhyNot => {
    // Without a digest, the other options are those of each job, also of an old one.
    if (expect !== undefined) return unreviewed === true ? undefined : whyNotExpected(expect, document);
    if (order.is === "beside") return ["DF5066", whyBeside(pipeline, order.than)];
    return unreviewed === true ? undefined : whyNotReviewed(merged.pull, merged.found, document);
  };
  if (document.steps.length === 0) return;
  const [code, message] = why() ?? [];
  const place = pipeline === undefined ? "above" : "in the log of this job";
  const start = startWith(document, { pipeline, scope }, options);
  if (code !== undefined && message !== undefined) {
    io.stdout.write(await renderPlan(io, "text", document, options));
    const hint = `review the plan ${place}; to apply it, ${start}`;
    const { found } = merged;
    const reviewed = expect === undefined && "review" in found ? found.review.observed : undefined;
    const changed = stale(reviewed ?? {}).map((one) => error(one.code, one.message));
    throw new Stop([error(code, message, { hint }), ...changed], undefined, exitCode.stale);
  }
  if (!isHeldByRules(merged, options)) return;
  io.stdout.write(await renderPlan(io, "text", document, options));
  const held = `the rules of ${merged.pull?.base} hold the plan of pull request ${merged.pull?.number}, and nobody let it pass`;
  const hint = `a person other than the author sets ${ruleChangesAllow}; then ${start}`;
  throw stop("DF5064", held, { hint }, exitCode.held);
}

/** Keeps a plan held after the merge when the rules of the base held it: the merged commit has rules of its own. */
function isHeldByRules({ found, labels }: Merged, { expect, unreviewed }: ReviewOptions): boolean {
  if (!("review" in found) || found.review.rulesHold !== true) return false;
  if (expect === undefined) return unreviewed !== true;
  return allowedBy(labelNames(labels)).allowRuleChanges !== true;
}

/** How a person starts an apply of this plan. */
export function startWith(
  { digest }: PlanDocument,
  { pipeline, scope: { unit } }: Pick<CiRun, "pipeline" | "scope">,
  options: ReviewOptions,
): string {
  const short = digest.slice(0, shortestDigest);
  switch (pipeline?.isElsewhere === true ? undefined : pipeline?.service) {
    case "github":
      return `run the workflow by hand on this branch, with expect: ${short}${unit === undefined ? "" : ` and organization: ${unit}`}`;
    case "gitlab":
      return `run a pipeline of this branch by hand, with DOCFORM_EXPECT: ${short}${unit === undefined ? "" : ` and DOCFORM_ONLY: ${unit}`}`;
    case undefined:
      return `run ${commandsLike(options)("ci", "apply", "--expect", short, ...(unit === undefined ? [] : ["--target", unit]))}`;
  }
}

type WhyNot = readonly ["DF3006" | "DF5064" | "DF5066", string] | undefined;

function whyBeside(pipeline: Pipeline | undefined, than: string): string {
  const [commit, applied] = [pipeline?.commit ?? "", than].map(shortCommit);
  return `the commit ${commit} does not follow ${applied}, which was applied last`;
}

function whyNotExpected(expect: string, document: PlanDocument): WhyNot {
  const { digest } = document;
  if (expect.length >= shortestDigest && digest.startsWith(expect)) return undefined;
  const digests = `the plan has the digest ${digest.slice(0, shortestDigest)}, and --expect says ${expect}`;
  return ["DF3006", `${digests}; ${effectsText(document)}`];
}

function whyNotReviewed(pull: PullRequest | undefined, found: FoundReview, document: PlanDocument): WhyNot {
  if (!("review" in found)) return ["DF5064", whyUnreviewed(pull, found.why)];
  const { review, isApplied } = found;
  const name = `pull request ${pull?.number}`;
  if (document.digest !== review.digest) {
    const difference = differenceOf(review, document, hash);
    const more = difference === undefined ? "" : `: ${difference}`;
    return ["DF3006", `the plan is not the one that was reviewed in ${name}${more}`];
  }
  return isApplied
    ? ["DF3006", `the plan of ${name} was applied before, and somebody changed the platform since`]
    : undefined;
}

function whyUnreviewed(
  pull: PullRequest | undefined,
  why: Exclude<FoundReview, { review: unknown }>["why"],
): string {
  if (pull === undefined)
    return "there is no merged pull request of this commit, so nobody reviewed its plan";
  const name = `pull request ${pull.number}`;
  if (pull.isFork) return `${name} came from a fork, and docform makes no plan of one`;
  if (why === "no comment")
    return `${name} has no comment of this account with a plan: docform ci plan did not run, somebody deleted the comment, or the token of another account wrote it`;
  if (why === "other branch")
    return `the plan in ${name} was made for another branch than ${pull.base}, which it was merged into`;
  if (why === "no plan") return `the comment of ${name} has no plan that could be applied`;
  return `the plan in ${name} is of an older commit than the merged one, ${pull.head.slice(0, 7)}`;
}
