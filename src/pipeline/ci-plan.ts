import { resolve } from "node:path";
import type { Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { withoutOrganization } from "../model/address.ts";
import { hasErrors } from "../model/diagnostic.ts";
import type { UnitRow } from "../model/documents/organizations-document.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { type ExitCode, exitCode } from "../model/stop.ts";
import type { MadePlan } from "../planner/plan.ts";
import { checkProject, renderChecked } from "../project/check-project.ts";
import { type OpenUnit, type OpenUnits, withUnits } from "../project/opened/open-units.ts";
import type { CommonOptions } from "../project/options.ts";
import { counted } from "../render/words.ts";
import { planUnit, renderPlan } from "../runs/plan-project.ts";
import { diagnosticsOf } from "../runs/report-problem.ts";
import type { ScopeOptions } from "../runs/scope-options.ts";
import { eachUnit, type SeveralOptions } from "../runs/units/each-unit.ts";
import { planRow } from "../runs/units/plan-units.ts";
import type { ServiceOptions } from "../service/given-pipeline.ts";
import type { PullRequest } from "../service/service.ts";
import { isAsking, stickyComment } from "../service/sticky.ts";
import { readBaseRules } from "./base-rules.ts";
import { keepPlan, tellFailure, tellTable } from "./keep-plan.ts";
import { type CiRun, inPipeline, ofUnit, pathFrom } from "./pipeline-run.ts";
import { noLabels, readLabels } from "./read-labels.ts";
import { annotate, annotateProblem, tellOutputs } from "./reports.ts";
import { allowedBy } from "./texts/allowed.ts";
import { type CountedLabels, labelNames, othersText } from "./texts/counted-labels.ts";
import { markOfScope } from "./texts/marked-text.ts";
import { outputsOf } from "./texts/outputs.ts";
import { outdatedComment } from "./texts/plan-comment.ts";
import {
  type BaseRules,
  heldByBase,
  type RuleChanges,
  ruleChangesIn,
  ruleChangesText,
} from "./texts/rule-changes.ts";
import { withAllowed } from "./with-allowed.ts";

/** Options of `docform ci plan`. */
export interface CiPlanOptions extends SeveralOptions, ScopeOptions, ServiceOptions {}

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
  await run.beside("the problems could not be reported", () => annotate(run, options, checked.diagnostics));
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
  const begun = await beginPull(run, options);
  const author = begun.pull?.author === undefined ? {} : { author: begun.pull.author };
  const allowed = await withAllowed(run.io, options, allowedBy(labelNames(begun.labels)));
  const given = { ...allowed, otherToken: run.isReader, ...author };
  const telling = tellingFailures();
  return telling(run, options, () =>
    withUnits(run.io, given, async (opened) => {
      if (opened.isSeveral) return planOfUnits(run, given, opened, { begun, telling });
      const { joined: unit } = opened;
      await markOutdated(run, begun);
      const own = opened.optionsFor(given, unit.unit);
      const document = await planOne(run, own, unit, { begun, telling, folder });
      await tellOutputs(
        run,
        outputsOf(document, pathFrom(run.root, resolve(run.io.cwd, folder, "plan.html"))),
      );
      return codeOf(document);
    }),
  );
}

/** Plans each of several units, with a comment of its own where it has changes, and one with a table of all. */
async function planOfUnits(
  run: CiRun,
  given: CiPlanOptions,
  opened: OpenUnits,
  { begun, telling }: { readonly begun: Begun; readonly telling: Telling },
): Promise<ExitCode> {
  const sums = { changes: 0, deletes: 0, calls: 0, blocked: 0, held: 0 };
  const ended = (rows: readonly UnitRow[]): Promise<void> => tellTable(run, rows);
  const code = await eachUnit(run.io, given, opened, { form: "text", ended }, async (unitIo, own, unit) => {
    const one = ofUnit(run, unitIo, unit);
    await markOutdated(one, begun);
    const facts = { begun, telling, folder: `${folder}/${unit.unit.name}` };
    const document = await planOne(one, own, unit, facts);
    const row = planRow(document, own);
    sums.changes += row.changes ?? 0;
    sums.deletes += row.deletes ?? 0;
    for (const name of ["calls", "blocked", "held"] as const) sums[name] += document.summary[name];
    return { code: codeOf(document), row };
  });
  await tellOutputs(run, Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)])));
  return code;
}

function codeOf({ summary: { held, blocked } }: PlanDocument): ExitCode {
  return held + blocked > 0 ? exitCode.held : exitCode.done;
}

/** Tells where a reviewer looks why there is no plan, once. */
type Telling = <T>(run: CiRun, options: CommonOptions, work: () => Promise<T>) => Promise<T>;

function tellingFailures(): Telling {
  const told = new Set<unknown>();
  return (run, options, work) =>
    work().catch(async (problem: unknown) => {
      if (!told.has(problem)) {
        told.add(problem);
        await annotateProblem(run, options, problem);
        await tellFailure(run, diagnosticsOf(problem));
      }
      throw problem;
    });
}

/** Plans a unit, and shows the plan where a reviewer looks. */
async function planOne(
  run: CiRun,
  own: Awaited<ReturnType<typeof withAllowed<CiPlanOptions>>>,
  unit: OpenUnit,
  { begun, telling, folder: to }: { begun: Begun; telling: Telling; folder: string },
): Promise<PlanDocument> {
  const { pull, labels, base } = begun;
  const isLetPass = allowedBy(labelNames(labels)).allowRuleChanges === true;
  let changes: RuleChanges | undefined;
  const judged = (made: MadePlan, project: Project): PlanDocument => {
    changes = base && ruleChangesIn(made, project, base, isLetPass);
    return changes === undefined ? made.document : heldByBase(made.document, changes);
  };
  const document = await telling(run, own, () => planUnit(run.io, own, unit, judged));
  const told = changes === undefined ? "" : ruleChangesText(changes);
  const { prune: _, ...options } = own;
  run.io.stdout.write((await renderPlan(run.io, "text", document, options)) + told + othersText(labels));
  const used = { ...own, prune: prunedIn(document, own.prune) };
  await keepPlan(run, used, document, { pull, labels, changes, folder: to });
  return document;
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

/** Reads the pull request, and the rules of its base. */
async function beginPull(run: CiRun, options: CommonOptions): Promise<Begun> {
  const { pipeline } = run;
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
  });
  return { pull, labels, base };
}

/** Marks the comment of an older commit, which the plan will replace. */
async function markOutdated(
  { pipeline, scope, service: open, beside }: CiRun,
  { pull }: Begun,
): Promise<void> {
  if (pipeline?.event !== "pull request" || pull?.head !== pipeline.commit || !pull.isOpen) return;
  await beside("the pull request could not be read", async () => {
    const service = await open(pipeline);
    const { edit } = stickyComment(await service.ownComments(pull.number), markOfScope("plan", scope));
    const text = edit && outdatedComment(edit.text, scope, pipeline.commit);
    if (edit !== undefined && text !== undefined)
      await service.editComment(pull.number, edit.id, text, { asks: isAsking(edit) });
  });
}
