import { type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import type { MadePlan } from "../../planner/plan.ts";
import { type OpenUnit, type OpenUnits, withUnits } from "../../project/opened/open-units.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderVersionLine } from "../../render/json/apply-json.ts";
import { listed } from "../../render/words.ts";
import { appliedCommits } from "../../state/last-run.ts";
import type { Interrupts } from "../interrupts.ts";
import { makePlan, type PlanScope, platformScope, scopeAfter } from "../make-plan.ts";
import { type PlanOptions, requestedCalls } from "../plan-project.ts";
import { type ScopeOptions, scopeOf } from "../scope-options.ts";
import { unitSpan } from "../unit-span.ts";
import type { RunWatch } from "./ending.ts";
import { type Guarded, guarded, openRun, type RunOptions } from "./guarded-run.ts";
import { type Reviewed, reviewSaved, type StaleOn, staleOn } from "./review-saved.ts";
import { runReviewed } from "./run-reviewed.ts";
import {
  checkDigest,
  planFilesIn,
  readSavedPlan,
  refuseOtherEnvironment,
  type Showing,
} from "./saved-plan.ts";

/** Options of `docform apply`. */
export interface ApplyOptions
  extends RunOptions,
    ScopeOptions,
    Pick<PlanOptions, "run" | "resend" | "prune" | "pruneMayBeGone" | "invite"> {
  /** The wave of a rollout after which no other begins. */
  readonly pauseAfter?: string;
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

/** A unit that is to be applied, and its saved plan. */
export interface UnitToApply {
  readonly unit: OpenUnit;
  readonly saved?: PlanDocument | undefined;
  /** Others are applied beside it: where there is nothing to do, no digest is asked for. */
  readonly isOneOfSeveral?: boolean;
}

/** Applies several units of an opened project. */
export type ApplySeveral = (
  opened: OpenUnits,
  plans: readonly PlanDocument[] | undefined,
  interrupts: Interrupts,
) => Promise<ExitCode>;

/**
 * Makes a plan or reads a saved one, asks, runs it, and plans again to prove that no change is left. Without a function for
 * several organizations, it does all as one.
 */
export async function applyProject(
  io: Io,
  file: string | undefined,
  options: ApplyOptions,
  watch: ApplyWatch,
  several?: ApplySeveral,
): Promise<ExitCode> {
  if (options.format === "json") io.stdout.write(renderVersionLine(version, timeOf(io)));
  const plans = file === undefined ? undefined : await readSavedPlans(io, file, options);
  const organizations = plans?.flatMap((plan) => Object.keys(plan.organizations));
  const choice = { ...options, ...(organizations === undefined ? {} : { organizations }) };
  return guarded(io, options, "apply", (guard) => {
    const { signal } = guard.interrupts;
    const act = (opened: OpenUnits): Promise<ExitCode> => {
      const isSeveral = opened.isSeveral || (plans ?? []).length > 1;
      if (options.pauseAfter !== undefined && !isSeveral)
        throw stop("DF5001", "--pause-after is about several organizations");
      if (isSeveral && several !== undefined) return several(opened, plans, guard.interrupts);
      const { joined: unit } = opened;
      const own = opened.optionsFor(options, unit.unit);
      return applying(io, own, { unit, saved: plans?.[0] }, { ...guard, watch });
    };
    return withUnits(io, choice, act, { signal, isChanging: true });
  });
}

/** Applies one unit of an opened project, with a lock, a journal and a record of its own. */
export async function applyUnit(
  io: Io,
  options: ApplyOptions,
  applied: UnitToApply,
  watch: ApplyWatch,
): Promise<ExitCode> {
  return guarded(io, options, "apply", (guard) => applying(io, options, applied, { ...guard, watch }));
}

/** The plans in a file, or in each file of a folder. Throws `Stop` when one of them may not run with these options. */
async function readSavedPlans(io: Io, file: string, options: ApplyOptions): Promise<readonly PlanDocument[]> {
  const files = await planFilesIn(io, file);
  const plans: PlanDocument[] = [];
  for (const one of files) {
    const saved = await readSavedPlan(io, one);
    refuseOtherEnvironment(one, saved, options.env);
    plans.push(saved);
  }
  refuseScope(options);
  const [only, ...others] = plans;
  if (only !== undefined && others.length === 0) checkDigest(only, options.expect, howPlanWasShown(options));
  return plans;
}

function applying(...[io, options, applied, guard]: Parameters<typeof planAndRun>): Promise<ExitCode> {
  const act = (): Promise<ExitCode> => planAndRun(io, options, applied, guard);
  return unitSpan(io, "apply", applied.unit, act, (code) => code);
}

async function planAndRun(
  io: Io,
  options: ApplyOptions,
  { unit, saved, isOneOfSeveral = false }: UnitToApply,
  { watch, ...guard }: Guarded & { readonly watch: ApplyWatch },
): Promise<ExitCode> {
  const { project, policies } = await unit.withPolicies();
  const run = await openRun(io, options, project, guard, unit);
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
  const isIdle = reviewed.plan.document.steps.length === 0;
  if (!(isOneOfSeveral && isIdle))
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
