import { resolve } from "node:path";
import { hash } from "../io/hash.ts";
import type { Io } from "../io/io.ts";
import { ownFiles } from "../io/own-files.ts";
import { shown } from "../io/shown.ts";
import { writeWhole } from "../io/write-whole.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { withoutOrganization } from "../model/address.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import type { MadePlan } from "../planner/plan.ts";
import { checkProject, renderChecked } from "../project/check-project.ts";
import type { CommonOptions, ConnectionOptions } from "../project/options.ts";
import type { LinkedCommit } from "../render/markdown/place-link.ts";
import { sharedOptions } from "../render/plan/plan-summary.ts";
import { counted } from "../render/words.ts";
import { planProject, renderPlan } from "../runs/plan-project.ts";
import { diagnosticsOf } from "../runs/report-problem.ts";
import { savePlan } from "../runs/save-plan.ts";
import type { ScopeOptions } from "../runs/scope-options.ts";
import type { ServiceOptions } from "../service/given-pipeline.ts";
import type { Pipeline } from "../service/pipeline.ts";
import type { CommentForm, PullRequest, Service } from "../service/service.ts";
import { isAsking, putComment, replaceComment, stickyComment } from "../service/sticky.ts";
import { readBaseRules } from "./base-rules.ts";
import { type CiRun, inPipeline, pathFrom } from "./pipeline-run.ts";
import { noLabels, readLabels } from "./read-labels.ts";
import { annotate, annotateProblem, summarizeJob, writeOutputs } from "./reports.ts";
import { allowedBy, unusedLabels } from "./texts/allowed.ts";
import { type CountedLabels, labelNames, othersText } from "./texts/counted-labels.ts";
import { markOfScope } from "./texts/marked-text.ts";
import { outputsOf } from "./texts/outputs.ts";
import { failedPlanComment, outdatedComment, planComment } from "./texts/plan-comment.ts";
import { reviewOf } from "./texts/review.ts";
import {
  type BaseRules,
  heldByBase,
  type RuleChanges,
  ruleChangesIn,
  ruleChangesText,
} from "./texts/rule-changes.ts";
import { allowedIn, withAllowed } from "./with-allowed.ts";

/** Options of `docform ci plan`. */
export interface CiPlanOptions extends ConnectionOptions, ScopeOptions, ServiceOptions {}

/** The folder of the files that a pipeline keeps. */
const folder = "docform-plan";

/** `docform ci plan`: validates and plans, and shows both where the service has a place for it. */
export async function ciPlan(io: Io, options: CiPlanOptions): Promise<ExitCode> {
  const setting = { ...options, reads: true, done: "the plan is done and shown above" };
  return inPipeline(io, setting, (run) => checkAndPlan(run, options));
}

async function checkAndPlan(run: CiRun, options: CiPlanOptions): Promise<ExitCode> {
  const { io, pipeline } = run;
  const isFork = pipeline?.pull?.isFork === true;
  const checked = isFork ? await checkFork(io, options) : await checkProject(io, options);
  await run.beside("the problems could not be reported", () => annotate(run, options, checked));
  if (hasErrors(checked.diagnostics)) {
    io.stdout.write(await renderChecked(io, "text", options, checked));
    await tellFailure(run, checked.diagnostics);
    return exitCode.error;
  }
  if (!isFork) return planHere(run, options);
  const unknown = checked.diagnostics.filter(({ code }) => code === unset).length;
  const but =
    unknown === 0
      ? ""
      : `, as far as that can be told without ${counted(unknown, "value")} of the environment`;
  io.stdout.write(
    `The manifests are valid${but}. The pull request comes from a fork, and its pipeline has no secrets: docform makes no plan and no comment.\n`,
  );
  return exitCode.done;
}

/** A variable of the environment that is not set. */
const unset = "DF1008";

/** Checks the manifests of a fork. GitHub sets its secrets to nothing, and GitLab does not set them. */
async function checkFork(io: Io, options: CiPlanOptions): ReturnType<typeof checkProject> {
  const env = Object.fromEntries(Object.entries(io.env).filter(([, value]) => value !== ""));
  const { project, diagnostics } = await checkProject({ ...io, env }, options);
  const softened = diagnostics.map((one) =>
    one.code === unset ? { ...one, severity: "warning" as const } : one,
  );
  return { project, diagnostics: softened };
}

async function planHere(run: CiRun, options: CiPlanOptions): Promise<ExitCode> {
  const { io, isReader: otherToken } = run;
  const { pull, labels, base } = await beginPull(run, options);
  const allowed = await withAllowed(io, options, allowedBy(labelNames(labels)));
  const author = pull?.author === undefined ? {} : { author: pull.author };
  const isLetPass = allowedBy(labelNames(labels)).allowRuleChanges === true;
  let changes: RuleChanges | undefined;
  const judged = (made: MadePlan, own: Project): PlanDocument => {
    changes = base && ruleChangesIn(made, own, base, isLetPass);
    return changes === undefined ? made.document : heldByBase(made.document, changes);
  };
  const document = await planProject(io, { ...allowed, otherToken, ...author }, judged).catch(
    async (problem: unknown) => {
      await annotateProblem(run, options, problem);
      await tellFailure(run, diagnosticsOf(problem));
      throw problem;
    },
  );
  const told = changes === undefined ? "" : ruleChangesText(changes);
  const shown = await renderPlan(io, "text", document, options);
  io.stdout.write(shown + told + othersText(labels));
  const used = { ...allowed, prune: prunedIn(document, allowed.prune) };
  await keep(run, used, document, { pull, labels, changes });
  const { held, blocked } = document.summary;
  return held + blocked > 0 ? exitCode.held : exitCode.done;
}

/** The addresses of labels that the plan deletes: a label may be for another project of the repository. */
function prunedIn({ changes }: PlanDocument, addresses: readonly string[] = []): readonly string[] {
  const changed = changes.flatMap(({ address }) => [address, withoutOrganization(address)]);
  return addresses.filter((one) => changed.includes(one));
}

interface Begun {
  readonly pull: PullRequest | undefined;
  readonly labels: CountedLabels;
  readonly base: BaseRules | undefined;
}

/** The facts around a plan. */
interface PlanFacts extends Pick<Begun, "pull" | "labels"> {
  readonly changes: RuleChanges | undefined;
}

/** Reads the pull request, and marks the comment of an older commit, which the plan will replace. */
async function beginPull(run: CiRun, options: CommonOptions): Promise<Begun> {
  const { pipeline, scope } = run;
  if (pipeline?.pull === undefined) return { pull: undefined, labels: noLabels, base: undefined };
  const { number } = pipeline.pull;
  let pull: PullRequest | undefined;
  let labels = noLabels;
  let base: BaseRules | undefined;
  await run.beside("the pull request could not be read", async () => {
    const service = await run.service(pipeline);
    pull = await service.pullRequest(number);
    base = await readBaseRules(run, options, service, pull);
    labels = await readLabels(service, pull);
    if (pipeline.event !== "pull request" || pull.head !== pipeline.commit || !pull.isOpen) return;
    const { edit } = stickyComment(await service.ownComments(number), markOfScope("plan", scope));
    const text = edit && outdatedComment(edit.text, scope, pipeline.commit);
    if (edit !== undefined && text !== undefined)
      await service.editComment(number, edit.id, text, { asks: isAsking(edit) });
  });
  return { pull, labels, base };
}

/** Keeps the plan where reviewers and later jobs find it. */
async function keep(
  run: CiRun,
  options: CiPlanOptions,
  document: PlanDocument,
  { pull, labels: counted, changes }: PlanFacts,
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
    await writeOutputs(run, outputsOf(document, pathFrom(run.root, resolve(io.cwd, html))));
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

async function tellFailure(run: CiRun, diagnostics: readonly Diagnostic[]): Promise<void> {
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
