import { type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { MadePlan } from "../../planner/plan.ts";
import { openPolicies } from "../../project/policies.ts";
import { openProject } from "../../project/project.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderVersionLine } from "../../render/json/apply-json.ts";
import { listed } from "../../render/words.ts";
import { appliedCommits } from "../../state/record.ts";
import { makePlan, type PlanScope, platformScope, scopeAfter } from "../make-plan.ts";
import { type PlanOptions, requestedCalls } from "../plan-project.ts";
import { type ScopeOptions, scopeOf } from "../scope-options.ts";
import type { RunWatch } from "./ending.ts";
import { type Guarded, guarded, openRun, type RunOptions } from "./guarded-run.ts";
import { type Reviewed, reviewSaved, type StaleOn, staleOn } from "./review-saved.ts";
import { runReviewed } from "./run-reviewed.ts";
import { checkDigest, readSavedPlan, refuseOtherEnvironment, type Showing } from "./saved-plan.ts";

/** Options of `docform apply`. */
export interface ApplyOptions
  extends RunOptions,
    ScopeOptions,
    Pick<PlanOptions, "run" | "resend" | "prune" | "pruneMayBeGone" | "invite"> {
  readonly expect?: string;
  /** The pull request that was merged, such as `#12`. No option: a command for pipelines knows it. */
  readonly pull?: string;
}

/** The points of an apply at which a command of a pipeline looks at it. */
export interface ApplyWatch extends RunWatch {
  /** The commit that is applied: the record keeps it when the apply ends whole. */
  readonly commit?: string | undefined;
  /** Sees the commits that were last applied whole, before the plan is made; false ends the command, which is done. */
  readonly begin?: (applied: readonly string[]) => Promise<boolean>;
  /** Sees the plan before it runs, and compares another one with the same live state; throws `Stop` when it must not. */
  readonly check?: (document: PlanDocument, stale: StaleOn) => Promise<void>;
}

/** Makes a plan or reads a saved one, asks, runs it, and plans again to prove that no change is left. */
export async function applyProject(
  io: Io,
  file: string | undefined,
  options: ApplyOptions,
  watch: ApplyWatch,
): Promise<ExitCode> {
  if (options.format === "json") io.stdout.write(renderVersionLine(version, timeOf(io)));
  const saved = file === undefined ? undefined : await readSavedPlan(io, file);
  if (file !== undefined && saved !== undefined) {
    refuseOtherEnvironment(file, saved, options.env);
    refuseScope(options);
    checkDigest(saved, options.expect, howPlanWasShown(options));
  }
  return guarded(io, options, "apply", (guard) => planAndRun(io, options, saved, { ...guard, watch }));
}

async function planAndRun(
  io: Io,
  options: ApplyOptions,
  saved: PlanDocument | undefined,
  { watch, ...guard }: Guarded & { readonly watch: ApplyWatch },
): Promise<ExitCode> {
  const { project, policies } = await openPolicies(io, options, await openProject(io, options));
  const run = await openRun(io, options, project, guard);
  const applied = appliedCommits(run.record.found, platformScope(project, run.connection));
  if ((await watch.begin?.(applied)) === false) return exitCode.done;
  const planning = { ...run.connection, reader: run.recent };
  const scope = { ...savedScope(saved), ...scopeOf(options) };
  const inviting = { now: timeOf(io), isForced: options.invite === true };
  const request = { ...scope, record: run.record, policies, inviting };
  const reviewed =
    saved === undefined
      ? reviewedNow(await makePlan(project, planning, { ...request, ...requestedCalls(options) }))
      : await reviewSaved(saved, project, planning, request);
  checkDigest(reviewed.plan.document, options.expect, howPlanWasShown(options));
  await watch.check?.(reviewed.plan.document, staleOn(project, reviewed.seen, reviewed.plan.secrets));
  const later = { ...inviting, isForced: false };
  const after = { request: { ...scopeAfter(scope, reviewed.plan.document), inviting: later } };
  return runReviewed(io, options, reviewed, {
    ...run,
    ...after,
    watch,
    commit: watch.commit,
    ...(options.pull === undefined ? {} : { pull: options.pull }),
  });
}

function howPlanWasShown(options: ApplyOptions): Showing {
  return { shownBy: commandsLike(options)("plan"), canBeSaved: true };
}

/** A saved plan runs exactly as it was reviewed, so options that change the scope are refused. `--invite` confirms. */
function refuseScope(options: ApplyOptions): void {
  const { targets = [], allowed: { approved = [], ...allowed } = {} } = scopeOf(options);
  const { run = [], resend = [], prune = [] } = options;
  const given = [
    ...(targets.length > 0 ? ["--target"] : []),
    ...(Object.values(allowed).some((value) => value !== false) ? ["--allow-…"] : []),
    ...(approved.length > 0 ? ["--approve"] : []),
    ...(run.length > 0 ? ["--run"] : []),
    ...(resend.length > 0 ? ["--resend"] : []),
    ...(prune.length > 0 ? ["--prune"] : []),
  ];
  if (given.length === 0) return;
  const hint = `give ${listed(given)} to docform plan --out FILE, and review that`;
  const message = `a saved plan is run as it is, so it takes no ${given.join(" and no ")}`;
  throw stop("DF5001", message, { hint });
}

/** A saved plan for some addresses is planned again for the same ones. */
function savedScope(saved: PlanDocument | undefined): PlanScope {
  return saved?.partial === undefined ? {} : { targets: saved.partial.targets };
}

function reviewedNow(made: MadePlan): Reviewed {
  return { plan: made, live: made.live, seen: made.live };
}
