import { resolve } from "node:path";
import { hash } from "../io/hash.ts";
import { ownFiles } from "../io/own-files.ts";
import { shown } from "../io/shown.ts";
import { writeWhole } from "../io/write-whole.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { UnitRow } from "../model/documents/organizations-document.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { LinkedCommit } from "../render/markdown/place-link.ts";
import { sharedOptions } from "../render/plan/plan-summary.ts";
import { unitTableMarkdown } from "../render/units/units-markdown.ts";
import { type PlanOptions, renderPlan } from "../runs/plan-project.ts";
import { savePlan } from "../runs/save-plan.ts";
import type { Pipeline } from "../service/pipeline.ts";
import type { CommentForm, PullRequest, Service } from "../service/service.ts";
import { putComment, replaceComment } from "../service/sticky.ts";
import { type CiRun, pathFrom } from "./pipeline-run.ts";
import { summarizeJob } from "./reports.ts";
import { unusedLabels } from "./texts/allowed.ts";
import { type CountedLabels, labelNames } from "./texts/counted-labels.ts";
import { markOfScope } from "./texts/marked-text.ts";
import { failedPlanComment, planComment } from "./texts/plan-comment.ts";
import { reviewOf } from "./texts/review.ts";
import type { RuleChanges } from "./texts/rule-changes.ts";
import { allowedIn } from "./with-allowed.ts";

type KeptOptions = PlanOptions<string>;

/** The facts around a plan. */
interface PlanFacts {
  readonly pull: PullRequest | undefined;
  readonly labels: CountedLabels;
  readonly changes: RuleChanges | undefined;
  /** The folder of its files. */
  readonly folder: string;
}

/** Keeps the plan where reviewers and later jobs find it. */
export async function keepPlan(
  run: CiRun,
  options: KeptOptions,
  document: PlanDocument,
  { pull, labels: counted, changes, folder }: PlanFacts,
): Promise<void> {
  const { io, pipeline, scope } = run;
  const html = `${folder}/plan.html`;
  await run.beside("its files could not be written", async () => {
    const disk = ownFiles(io.disk, io.cwd);
    await disk.makeFolder(resolve(io.cwd, folder), "ordinary");
    await writeWhole(
      { ...io, disk },
      resolve(io.cwd, html),
      await renderPlan(io, "html", document, options),
      {
        rights: "ordinary",
      },
    );
    await savePlan(io, resolve(io.cwd, folder, "plan.json"), document);
  });
  if (pipeline === undefined) return;
  const { commit } = pipeline;
  const { verdicts = [] } = changes ?? {};
  const used = verdicts.some(({ held }) => !held) ? { allowRuleChanges: true as const } : {};
  const unused = unusedLabels(labelNames(counted), { ...allowedIn(options), ...used });
  const labels = {
    ...counted,
    startsPlans: pipeline.service === "github" && pipeline.isElsewhere !== true,
    unused,
  };
  const linked = linkedCommit(pipeline, scope.project);
  const page = pageOf(run, html);
  const setting = { scope, commit, linked, page, given: sharedOptions(options), labels, changes };
  const rulesHold = verdicts.some(({ held }) => held);
  const allowed = allowedIn(options);
  const review = reviewOf(document, { scope, commit, base: pull?.base, rulesHold, allowed, hash });
  const text = planComment(shown(io, document), review, setting);
  await run.beside("its summary could not be written", () => summarizeJob(run, text));
  // A plan without the rules of the base is no review.
  const { held, blocked } = document.summary;
  // Of many organizations, one comment each that says "No changes" is for nobody.
  const isQuiet = scope.unit !== undefined && document.changes.length + held === 0;
  if (pull !== undefined) await tellPull(run, text, { asks: held + blocked > 0 }, isQuiet);
}

/** Where a reviewer opens the page: an artifact of the job. GitHub offers it on the page of the run. */
function pageOf({ io, pipeline, root }: CiRun, html: string): string | undefined {
  if (pipeline?.link === undefined) return undefined;
  return pipeline.service === "gitlab"
    ? `${pipeline.link}/artifacts/file/${pathFrom(root, resolve(io.cwd, html))}`
    : `${pipeline.link}#artifacts`;
}

/** The commit that is planned, for links to its files. */
function linkedCommit({ service, web, commit }: Pipeline, project: string): LinkedCommit | undefined {
  return web === undefined ? undefined : { service, repository: web, commit, project };
}

/** Says on the pull request that there is no plan. */
export async function tellFailure(run: CiRun, diagnostics: readonly Diagnostic[]): Promise<void> {
  const { io, pipeline, scope } = run;
  if (pipeline === undefined) return;
  const { commit, link } = pipeline;
  const linked = linkedCommit(pipeline, scope.project);
  const text = failedPlanComment(shown(io, diagnostics), { scope, commit, linked, log: link });
  await run.beside("the summary could not be written", () => summarizeJob(run, text));
  await tellPull(run, text);
}

/**
 * Writes the comment, unless a newer commit came: then its run writes it. That of a merged pull request stays, too: it
 * says what was reviewed.
 */
async function tellPull(run: CiRun, text: string, form: CommentForm = {}, isQuiet = false): Promise<void> {
  const { io, pipeline } = run;
  const number = pipeline?.pull?.number;
  if (pipeline?.event !== "pull request" || number === undefined || pipeline.pull?.isFork === true) return;
  await run.beside("its comment could not be written", async () => {
    const service: Service = await run.service(pipeline);
    const { head, isOpen } = await service.pullRequest(number);
    const put = isQuiet ? replaceComment : putComment;
    if (isOpen && head === pipeline.commit) await put(service, number, text, form);
    else
      io.stderr.write(
        isOpen
          ? `Outdated: pull request ${number} has the newer commit ${head.slice(0, 7)}, so no comment is written for ${pipeline.commit.slice(0, 7)}.\n`
          : `Closed: pull request ${number} is no longer open, so its comment stays as it is.\n`,
      );
  });
}

/** Writes the table of several organizations as a comment, where one of them has something to say. */
export async function tellTable(run: CiRun, rows: readonly UnitRow[]): Promise<void> {
  if (run.pipeline === undefined) return;
  const text = `${markOfScope("plan", run.scope)}\n${unitTableMarkdown(rows, [], 0)}`;
  await run.beside("its summary could not be written", () => summarizeJob(run, text));
  const isQuiet = rows.every(({ state }) => state === "no changes");
  await tellPull(run, text, {}, isQuiet);
}
