import type { ApplyEvent, ApplySummary, StepOutcome } from "../core/apply-event.ts";
import { onlyOurs, remainingOf } from "../core/besides.ts";
import { error } from "../core/diagnostic.ts";
import { leftFieldsOf } from "../core/left-fields.ts";
import type { Plan } from "../core/plan.ts";
import type { PlanDocument } from "../core/plan-document.ts";
import type { Io } from "../io.ts";
import { type RecentReads, recentReads } from "../live/recent-reads.ts";
import type { Project } from "../manifest/load-project.ts";
import { renderApplyLine, renderVersionLine } from "../render/apply-json.ts";
import { namesText } from "../render/apply-message.ts";
import { namer } from "../render/plan-view.ts";
import { listed } from "../render/words.ts";
import { version } from "../version.ts";
import { applyView } from "./apply-view.ts";
import { type Connection, connect } from "./connect.ts";
import { type ExitCode, exitCode } from "./exit-code.ts";
import { checkDigest } from "./expected-digest.ts";
import {
  type MadePlan,
  makePlan,
  type PlanRequest,
  type PlanScope,
  sceneOf,
  scopeAfter,
} from "./make-plan.ts";
import { type ConnectionOptions, type ScopeOptions, scopeOf } from "./options.ts";
import { canAsk } from "./output.ts";
import { askedIn, renderPlan } from "./plan.ts";
import { openProject, Stop } from "./project.ts";
import { keepRecord, type OpenRecord, openRecord, reachedIn, withSteps } from "./record.ts";
import { openProjectOf, type Reviewed, reviewSaved } from "./review-saved.ts";
import { runSteps } from "./run-steps.ts";
import { readSavedPlan } from "./saved-plan.ts";
import { checkRehearsal, withRehearsal } from "./with-rehearsal.ts";

/** Steps that an apply runs without a rehearsal, unless it is asked for one. */
const mostUnrehearsed = 20;

/** Options of `docform apply`. */
export interface ApplyOptions extends ConnectionOptions, ScopeOptions {
  readonly yes?: boolean;
  readonly expect?: string;
  /** Left out: when there are many steps. */
  readonly rehearse?: boolean;
  readonly run?: readonly string[];
  readonly resend?: readonly string[];
}

/** `docform apply [FILE]`: plans, or takes a saved plan, asks, runs, and plans again to see that nothing is left. */
export async function runApply(io: Io, file: string | undefined, options: ApplyOptions): Promise<ExitCode> {
  if (options.format === "json")
    io.stdout.write(renderVersionLine(version, new Date(io.now()).toISOString()));
  const saved = file === undefined ? undefined : await readSavedPlan(io, file);
  if (saved !== undefined) {
    refuseScope(options);
    checkDigest(saved, options.expect);
  }
  const project = await (saved === undefined ? openProject(io, options) : openProjectOf(saved, io, options));
  const connection = await connect(io, options, project);
  const recent = recentReads(connection.reader, io.now);
  const planning = { ...connection, reader: recent };
  try {
    const record = await openRecord(io, options);
    const scope = { ...savedScope(saved), ...scopeOf(options) };
    const request = { ...scope, record };
    const reviewed =
      saved === undefined
        ? reviewedNow(await makePlan(project, planning, { ...request, ...askedIn(options) }))
        : await reviewSaved(saved, project, planning, request);
    checkDigest(reviewed.plan.document, options.expect);
    const after = scopeAfter(scope, reviewed.plan.document);
    const given: Given = { project, connection, recent, record, scope: after };
    const document = await rehearsed(io, options, reviewed, given);
    announce(io, options, document, reviewed.besides);
    if (options.rehearse !== false) checkRehearsal(document);
    const obstacle = await mayRun(io, options, document);
    if (obstacle !== undefined) return obstacle;
    return await runPlanned(io, options, reviewed, given);
  } finally {
    await connection.close();
  }
}

/** A file is run as it is: what it is for, and what may pass, was said when it was planned. */
function refuseScope(options: ApplyOptions): void {
  const { targets = [], allowed = {} } = scopeOf(options);
  const { run = [], resend = [] } = options;
  const given = [
    ...(targets.length > 0 ? ["--target"] : []),
    ...(Object.values(allowed).some((value) => value !== false) ? ["--allow-…"] : []),
    ...(run.length > 0 ? ["--run"] : []),
    ...(resend.length > 0 ? ["--resend"] : []),
  ];
  if (given.length === 0) return;
  const hint = `give ${listed(given)} to docform plan --out FILE, and review that`;
  const message = `a saved plan is run as it is, so it takes no ${given.join(" and no ")}`;
  throw new Stop([error("DF5001", message, { hint })]);
}

/** A saved plan for some addresses is planned again for the same ones. */
function savedScope(saved: PlanDocument | undefined): PlanScope {
  return saved?.partial === undefined ? {} : { targets: saved.partial.targets };
}

function reviewedNow(made: MadePlan): Reviewed {
  return { plan: made, live: made.live };
}

/** The document with how its rehearsal went, where one is wanted. */
async function rehearsed(
  io: Io,
  options: ApplyOptions,
  { plan, live, besides }: Reviewed,
  { project, connection, record, scope }: Given,
): Promise<PlanDocument> {
  const { steps, summary } = plan.document;
  // What is held is not run, so nobody waits for a rehearsal that was not asked for.
  const isWanted = options.rehearse ?? (steps.length > mostUnrehearsed && summary.held === 0);
  if (!isWanted || live === undefined) return plan.document;
  const planAgain = async (on: Connection): Promise<Plan> => {
    const applied = { desired: project.desired, plan, sent: plan.document.steps };
    const kept = withSteps(io, record, sceneOf(project, connection), applied);
    const second = await makePlan(project, on, { ...scope, record: kept });
    return { ...second, document: onlyOurs(plan.document, second.document, besides) };
  };
  return withRehearsal(io, options, project, connection, { ...plan, live }, planAgain);
}

/** What an apply works on. */
interface Given {
  readonly project: Project;
  readonly connection: Connection;
  /** What was read a short while ago, to plan or since. */
  readonly recent: RecentReads;
  readonly record: OpenRecord;
  readonly scope: PlanScope;
}

/** Plans again to see whether anything is left, and keeps the record. */
async function lookAgain(
  io: Io,
  options: ApplyOptions,
  { plan, besides }: Reviewed,
  events: readonly ApplyEvent[],
  { project, connection, record, scope }: Given,
): Promise<Plan | undefined> {
  const scene = sceneOf(project, connection);
  const applied = { desired: project.desired, plan, sent: reachedIn(events) };
  const request: PlanRequest = { ...scope, record: withSteps(io, record, scene, applied) };
  const isIdle = plan.document.steps.length === 0 && besides === undefined;
  const second = isIdle ? plan : await makePlan(project, connection, request).catch(() => undefined);
  await keepRecord(io, options, record, scene, { ...applied, second });
  return second;
}

function announce(io: Io, options: ApplyOptions, document: PlanDocument, besides: Reviewed["besides"]): void {
  const { digest, summary, rehearsal } = document;
  const rehearsed = rehearsal === undefined ? {} : { rehearsal };
  io.stdout.write(
    options.format === "json"
      ? renderApplyLine({ type: "planned", digest, summary, ...rehearsed }, new Date(io.now()).toISOString())
      : renderPlan(document, io, options),
  );
  const others = besides?.addresses ?? [];
  if (others.length === 0 || options.logLevel === "error") return;
  const names = namesText(others, namer(Object.keys(document.organizations)));
  io.stderr.write(`Left alone, as it is not part of this plan: ${names}.\n`);
}

/** The exit code when the plan is not run: held back, or not confirmed. */
async function mayRun(io: Io, options: ApplyOptions, document: PlanDocument): Promise<ExitCode | undefined> {
  if (document.summary.held > 0) return exitCode.held;
  if (document.steps.length === 0 || options.yes === true) return undefined;
  if (!canAsk(io, options.input)) {
    const hint =
      "review the plan, then run docform apply --yes, or docform apply --expect with its digest and --yes";
    throw new Stop([error("DF5002", "apply changes the platform, and there is nobody to ask", { hint })]);
  }
  const { confirm } = await import("../terminal/confirm.ts");
  const calls = `${document.steps.length} API ${document.steps.length === 1 ? "call" : "calls"}`;
  const isConfirmed = await confirm(`Run these ${calls}?`, { input: io.stdin, output: io.stderr });
  if (!isConfirmed) io.stderr.write("Nothing was changed.\n");
  return isConfirmed ? undefined : exitCode.error;
}

async function runPlanned(
  io: Io,
  options: ApplyOptions,
  reviewed: Reviewed,
  given: Given,
): Promise<ExitCode> {
  const { plan } = reviewed;
  const { document } = plan;
  const view = await applyView(io, options.format, document);
  const interrupts = watchInterrupts(io);
  const events: ApplyEvent[] = [];
  const outcomes = await runSteps(plan, given.connection, {
    sleep: io.sleep,
    concurrency: options.concurrency,
    now: io.now,
    emit: (event) => {
      events.push(event);
      view.show(event);
    },
    isStopping: interrupts.isStopping,
    isHopeless: () => given.connection.client.stopped !== undefined,
    recent: given.recent,
  });
  interrupts.end();
  tellStop(io, given.connection);
  const second = await lookAgain(io, options, reviewed, events, given);
  const summary = summarize(outcomes, second?.document, reviewed);
  await view.end(summary);
  return interrupts.isStopping() ? exitCode.interrupted : exitCodeOf(summary);
}

/** Says why steps did not start, when nobody interrupted. */
function tellStop({ stderr }: Io, { client }: Connection): void {
  if (client.stopped === undefined) return;
  const why = { deadline: "The deadline has passed", outage: "The platform answered none of the last calls" };
  stderr.write(
    `${why[client.stopped]}: nothing more is sent. Apply again: what is done already is found then.\n`,
  );
}

/** The first interrupt lets calls in flight finish and starts none. */
function watchInterrupts(io: Io): { readonly isStopping: () => boolean; readonly end: () => void } {
  let isStopping = false;
  const end = io.onInterrupt(() => {
    isStopping = true;
    io.stderr.write("Interrupted: calls in flight finish, no other starts.\n");
  });
  return { isStopping: () => isStopping, end };
}

function summarize(
  outcomes: ReadonlyMap<string, StepOutcome>,
  second: PlanDocument | undefined,
  { plan, besides }: Reviewed,
): ApplySummary {
  const counts = { done: 0, failed: 0, unknown: 0, stale: 0, skipped: 0 };
  for (const outcome of outcomes.values()) counts[outcome]++;
  if (second === undefined) return { ...counts, left: [], blocked: [] };
  const { left, blocked, others } = remainingOf(plan.document, second, besides);
  const isConverged = besides === undefined ? second.steps.length === 0 : left.length === 0;
  const leftFields = leftFieldsOf(plan.document, second, left, outcomes);
  const fields = leftFields.length === 0 ? {} : { leftFields };
  return {
    ...counts,
    converged: isConverged,
    left,
    ...fields,
    blocked,
    ...(besides === undefined ? {} : { others }),
  };
}

function exitCodeOf({ failed, unknown, stale, skipped, converged, blocked }: ApplySummary): ExitCode {
  if (failed + unknown + stale + skipped > 0 || converged !== true) return exitCode.failed;
  return blocked.length > 0 ? exitCode.held : exitCode.done;
}
