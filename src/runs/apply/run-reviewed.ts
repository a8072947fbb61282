import { concurrencyOf } from "../../client/window.ts";
import { runSteps } from "../../executor/run-steps.ts";
import { type Io, timeOf } from "../../io/io.ts";
import { untraced } from "../../io/tracing/span.ts";
import type { ApplyEvent, ApplySummary } from "../../model/apply-event.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { onlyOurs } from "../../planner/excluded.ts";
import type { Plan } from "../../planner/plan.ts";
import type { Connection } from "../../project/connect.ts";
import { needsRehearsal } from "../../rehearsal/needs-rehearsal.ts";
import { checkRehearsal, withRehearsal } from "../../rehearsal/with-rehearsal.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderApplyLine, renderDiagnosticLine } from "../../render/json/apply-json.ts";
import { namer } from "../../render/plan/plan-view.ts";
import { namesText } from "../../render/text/apply-message.ts";
import { newestRunIn } from "../../state/last-run.ts";
import type { Created } from "../../undo/created-objects.ts";
import { toldByUndo } from "../../undo/undo-plan.ts";
import type { Interrupts } from "../interrupts.ts";
import { makePlan, platformScope } from "../make-plan.ts";
import { afterCreating, withSteps } from "../open-record.ts";
import { renderPlan } from "../plan-project.ts";
import { type ApplyView, applyView } from "./apply-view.ts";
import { accessChanged, readTouched } from "./effective-access.ts";
import type { Given, RunOptions } from "./guarded-run.ts";
import { commandOf, mayRun } from "./may-run.ts";
import { readBefore } from "./read-before.ts";
import type { Reviewed } from "./review-saved.ts";
import { endJournal, type RunJournal, startJournal } from "./run-journal.ts";
import {
  appliedTo,
  exitCodeOf,
  leftIn,
  outcomesIn,
  planAfterRun,
  summarize,
  undoneIn,
  unrecordedBy,
} from "./run-outcome.ts";

/** Shows a plan, asks, runs it, and plans again to prove that no change is left. */
export async function runReviewed(
  io: Io,
  options: RunOptions,
  reviewed: Reviewed,
  given: Given,
): Promise<ExitCode> {
  const document = await rehearsed(io, options, reviewed, given);
  await announce(io, options, document, reviewed.excluded, given);
  if (options.format === "json") tellLines(io, document);
  if (options.rehearse !== false) checkRehearsal(document, commandOf(options, given));
  const obstacle = await mayRun(io, options, document, given);
  return obstacle ?? runPlanned(io, options, reviewed, given);
}

/** The document with how its rehearsal went, where one is wanted. */
async function rehearsed(
  io: Io,
  options: RunOptions,
  { plan, live, excluded }: Reviewed,
  given: Given,
): Promise<PlanDocument> {
  const { project, connection, record, request } = given;
  const isWanted = options.rehearse ?? needsRehearsal(plan);
  if (!isWanted || live === undefined) return plan.document;
  const scope = platformScope(project, connection);
  const planAgain = async (on: Connection, created: readonly Created[]): Promise<Plan> => {
    const applied = appliedTo(given, plan, plan.document.steps);
    const kept = withSteps(io, record, scope, applied);
    const second = await makePlan(project, on, {
      ...request,
      record: afterCreating(io, kept, scope, created),
    });
    return { ...second, document: onlyOurs(plan.document, second.document, excluded) };
  };
  return withRehearsal(io, options, project, connection, { ...plan, live }, planAgain);
}

async function announce(
  io: Io,
  options: RunOptions,
  document: PlanDocument,
  excluded: Reviewed["excluded"],
  given: Pick<Given, "undoes" | "about">,
): Promise<void> {
  const { digest, summary, rehearsal } = document;
  const rehearsed = rehearsal === undefined ? {} : { rehearsal };
  io.stdout.write(
    options.format === "json"
      ? renderApplyLine({ type: "planned", digest, summary, ...rehearsed }, timeOf(io))
      : await renderPlan(io, "text", document, options, given),
  );
  const others = excluded?.addresses ?? [];
  if (others.length === 0 || options.logLevel === "error") return;
  const names = namesText(others, namer(Object.keys(document.organizations)));
  io.stderr.write(`Not changed, as it is not part of this plan: ${names}.\n`);
}

/** The text of an undo plan already lists its irreversible changes. Event output gets lines of its own. */
function tellLines(io: Io, { diagnostics }: PlanDocument): void {
  for (const one of toldByUndo({ diagnostics })) io.stdout.write(renderDiagnosticLine(one, timeOf(io)));
}

async function runPlanned(io: Io, options: RunOptions, reviewed: Reviewed, given: Given): Promise<ExitCode> {
  const { document } = reviewed.plan;
  if (document.steps.length === 0) return runSteadily(io, options, reviewed, given, undefined);
  given.lock.demand();
  const { reader } = given.connection;
  const live = await readBefore(reviewed.plan, reviewed.seen, reader);
  given.interrupts.begin();
  const { project, undoes, lock, record } = given;
  const facts = {
    project,
    document,
    live,
    lock: lock.id,
    recorded: newestRunIn(record.found),
    ...(undoes === undefined ? {} : { undoes }),
  };
  const journal = await startJournal(io, options, given.state, facts);
  given.watch.begun();
  try {
    return await runSteadily(io, options, reviewed, given, journal);
  } finally {
    // Ended already, unless the run broke off: the error that did so is told.
    await journal.close().catch(() => {});
  }
}

/** Runs the steps, plans again, and reports the result. */
async function runSteadily(
  io: Io,
  options: RunOptions,
  reviewed: Reviewed,
  given: Given,
  journal: RunJournal | undefined,
): Promise<ExitCode> {
  const { plan } = reviewed;
  const view = await applyView(io, options, plan.document);
  const touched = (): ReturnType<typeof readTouched> =>
    readTouched(given.connection.reader, plan, reviewed.seen);
  const before = await touched();
  const events = await (io.span ?? untraced)("apply", {}, () =>
    sendSteps(io, options, plan, given, { journal, view }),
  );
  tellStop(io, options, given);
  const outcomes = outcomesIn(plan.document.steps, events);
  const { second, after, unwritten } = await planAfterRun(
    io,
    options,
    reviewed,
    { events, outcomes, created: journal?.created() ?? [], run: journal?.run },
    given,
  );
  const isTold = (before?.size ?? 0) > 0 && !given.interrupts.isStopping();
  const now = isTold ? await touched() : undefined;
  const access = before === undefined || now === undefined ? [] : accessChanged(before, now);
  const ran = {
    ...summarize(outcomes, second?.document, reviewed),
    ...(journal === undefined ? {} : { run: journal.run }),
    ...undoneIn(plan.document, given),
    ...leftIn(second?.document),
    ...(given.interrupts.isStopping() ? { interrupted: true as const } : {}),
    ...unrecordedBy(given.state, unwritten),
    ...(access.length === 0 ? {} : { access: [...access] }),
  };
  const codeOf = (summary: ApplySummary): ExitCode =>
    summary.interrupted === true ? exitCode.interrupted : exitCodeOf(summary);
  const converged = unwritten.length > 0 ? undefined : ran.converged;
  const ending = { code: codeOf(ran), converged, after };
  const unended = journal === undefined ? [] : await endJournal(io, options, journal, ending);
  const summary = { ...ran, ...unrecordedBy(given.state, [...unwritten, ...unended]) };
  await view.end(summary);
  given.watch.ended(summary);
  return codeOf(summary);
}

/** Runs the steps until each has ended or a second interrupt stops them. Returns the events until then. */
async function sendSteps(
  io: Io,
  { concurrency }: RunOptions,
  plan: Plan,
  { connection, interrupts, recent }: Given,
  { journal, view }: { readonly journal: RunJournal | undefined; readonly view: ApplyView },
): Promise<readonly ApplyEvent[]> {
  const events: ApplyEvent[] = [];
  let isOver = false;
  const running = runSteps(plan, connection, {
    // After the second interrupt docform does not wait to find out about calls in doubt.
    sleep: (milliseconds) => Promise.race([io.sleep(milliseconds), interrupts.stopped]),
    concurrency: concurrencyOf(concurrency).writes,
    monotonic: io.monotonic,
    emit: (event) => {
      if (isOver) return;
      events.push(event);
      journal?.hear(event);
      view.show(event);
    },
    ending: interrupts.ending,
    isHopeless: () => connection.client.stopped !== undefined,
    recent,
    ...(journal === undefined ? {} : { journal: journal.port }),
  });
  await Promise.race([running, stoppedFor(io, interrupts, journal)]);
  isOver = true;
  return events;
}

/** Explains why some steps did not start, unless an interrupt was the reason. */
function tellStop({ stderr }: Io, options: RunOptions, { connection: { client }, undoes }: Given): void {
  if (client.stopped === undefined) return;
  const again = undoes === undefined ? "Apply again" : `Run ${commandsLike(options)("undo", undoes)} again`;
  stderr.write(`Nothing more is sent: ${client.stopped}. ${again}: what is done already is found then.\n`);
}

/** Milliseconds after the second interrupt in which pending calls may still report that they are in doubt. */
const reportTime = 2000;

/** Ends a while after a second interrupt. What ends later is in doubt, for the journal and for all that is said. */
async function stoppedFor(io: Io, { stopped }: Interrupts, journal: RunJournal | undefined): Promise<void> {
  await stopped;
  await io.sleep(reportTime);
  await journal?.seal();
  // Lets the events of the last journal line be handled first.
  await io.sleep(0);
}
