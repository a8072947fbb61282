import { runSteps } from "../../executor/run-steps.ts";
import { type Io, timeOf } from "../../io/io.ts";
import type { ApplyEvent } from "../../model/apply-event.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { type ExitCode, exitCode, type Stop, stop } from "../../model/stop.ts";
import { onlyOurs } from "../../planner/excluded.ts";
import type { Plan } from "../../planner/plan.ts";
import type { Connection } from "../../project/connect.ts";
import { makePlan, sceneOf } from "../../project/make-plan.ts";
import { canAsk } from "../../project/output.ts";
import { withSteps } from "../../project/record.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderApplyLine, renderDiagnosticLine } from "../../render/json/apply-json.ts";
import { applyCommand, type PlanCommand } from "../../render/plan/plan-summary.ts";
import { namer } from "../../render/plan/plan-view.ts";
import { namesText } from "../../render/text/apply-message.ts";
import type { Created } from "../../undo/created-objects.ts";
import { toldByUndo } from "../../undo/undo-plan.ts";
import { renderPlan } from "../commands/plan.ts";
import type { Reviewed } from "../planning/review-saved.ts";
import { checkRehearsal, withRehearsal } from "../planning/with-rehearsal.ts";
import { type ApplyView, applyView } from "./apply-view.ts";
import type { Given, RunOptions } from "./guarded-run.ts";
import type { Interrupts } from "./interrupts.ts";
import { readBefore } from "./read-before.ts";
import { closeJournal, type RunJournal, startJournal } from "./run-journal.ts";
import {
  appliedTo,
  exitCodeOf,
  outcomesIn,
  planAfter,
  planAfterRun,
  summarize,
  undoneIn,
} from "./run-outcome.ts";

/** Steps that run without a rehearsal, unless it is asked for one. */
const mostUnrehearsed = 20;

/** Shows a plan, asks, runs it, and plans again to prove that no change is left. */
export async function runReviewed(
  io: Io,
  options: RunOptions,
  reviewed: Reviewed,
  given: Given,
): Promise<ExitCode> {
  const document = await rehearsed(io, options, reviewed, given);
  announce(io, options, document, reviewed.besides, given);
  if (options.format === "json") tellLines(io, document);
  if (options.rehearse !== false) checkRehearsal(document, commandOf(options, given));
  const obstacle = await mayRun(io, options, document, given);
  return obstacle ?? runPlanned(io, options, reviewed, given);
}

/** The document with how its rehearsal went, where one is wanted. */
async function rehearsed(
  io: Io,
  options: RunOptions,
  { plan, live, besides }: Reviewed,
  given: Given,
): Promise<PlanDocument> {
  const { project, connection, record, request } = given;
  const { steps, summary } = plan.document;
  // A plan with held changes does not run, so it is rehearsed only on request.
  const isWanted = options.rehearse ?? (steps.length > mostUnrehearsed && summary.held === 0);
  if (!isWanted || live === undefined) return plan.document;
  const scene = sceneOf(project, connection);
  const planAgain = async (on: Connection, created: readonly Created[]): Promise<Plan> => {
    const applied = appliedTo(given, plan, plan.document.steps);
    const kept = withSteps(io, record, scene, applied);
    const second = await planAfter(created, kept, scene, (known) =>
      makePlan(project, on, { ...request, record: known }),
    );
    return { ...second, document: onlyOurs(plan.document, second.document, besides) };
  };
  return withRehearsal(io, options, project, connection, { ...plan, live }, planAgain);
}

function announce(
  io: Io,
  options: RunOptions,
  document: PlanDocument,
  besides: Reviewed["besides"],
  given: Pick<Given, "undoes" | "about">,
): void {
  const { digest, summary, rehearsal } = document;
  const rehearsed = rehearsal === undefined ? {} : { rehearsal };
  io.stdout.write(
    options.format === "json"
      ? renderApplyLine({ type: "planned", digest, summary, ...rehearsed }, timeOf(io))
      : renderPlan(document, io, options, given),
  );
  const others = besides?.addresses ?? [];
  if (others.length === 0 || options.logLevel === "error") return;
  const names = namesText(others, namer(Object.keys(document.organizations)));
  io.stderr.write(`Left alone, as it is not part of this plan: ${names}.\n`);
}

/** The text of an undo plan already lists its irreversible changes. Event output gets lines of its own. */
function tellLines(io: Io, { diagnostics }: PlanDocument): void {
  for (const one of toldByUndo({ diagnostics })) io.stdout.write(renderDiagnosticLine(one, timeOf(io)));
}

/** The exit code when the plan is not run: held back, not confirmed, or only to be shown. */
async function mayRun(
  io: Io,
  options: RunOptions,
  document: PlanDocument,
  given: Given,
): Promise<ExitCode | undefined> {
  if (document.summary.held > 0) return exitCode.held;
  if (document.steps.length === 0 || options.yes === true) return undefined;
  if (!canAsk(io, options.input)) throw nobodyToAsk(document, commandOf(options, given));
  const { askToGoOn } = await import("../../terminal/confirm.ts");
  const count = document.steps.length;
  const calls = count === 1 ? "this API call" : `these ${count} API calls`;
  const dialogue = { input: io.stdin(), output: io.stderr };
  return askToGoOn(`Run ${calls}?`, "Nothing was changed.", dialogue);
}

/** The words of the command that would run the plan. */
function commandOf(options: RunOptions, { undoes }: Given): PlanCommand {
  return { given: options, ...(undoes === undefined ? {} : { undoes }) };
}

function nobodyToAsk(document: PlanDocument, command: PlanCommand): Stop {
  const name = command.undoes === undefined ? "apply" : "undo";
  const exact = applyCommand(document, { ...command, yes: true });
  const hint = `review the plan, then run the same command with --yes${exact === undefined ? "" : `, or ${exact}`}`;
  return stop("DF5002", `${name} changes the platform, and there is nobody to ask`, { hint });
}

async function runPlanned(io: Io, options: RunOptions, reviewed: Reviewed, given: Given): Promise<ExitCode> {
  const { document } = reviewed.plan;
  if (document.steps.length === 0) return runSteadily(io, options, reviewed, given, undefined);
  given.lock.demand();
  const { reader } = given.connection;
  const live = await readBefore(document, reviewed.seen, reader);
  given.interrupts.begin();
  const { project, undoes, lock } = given;
  const facts = {
    project,
    document,
    live,
    lock: lock.id,
    ...(undoes === undefined ? {} : { undoes }),
  };
  const journal = await startJournal(io, options, given.state, facts);
  try {
    return await runSteadily(io, options, reviewed, given, journal);
  } finally {
    await closeJournal(io, options, journal);
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
  const events = await sendSteps(io, options, plan, given, { journal, view });
  tellStop(io, options, given);
  const outcomes = outcomesIn(plan.document.steps, events);
  const { second, after, isRecorded } = await planAfterRun(
    io,
    options,
    reviewed,
    { events, created: journal?.created() ?? [], run: journal?.run },
    given,
  );
  const summary = {
    ...summarize(outcomes, second?.document, reviewed),
    ...(journal === undefined ? {} : { run: journal.run }),
    ...undoneIn(plan.document, given),
  };
  const code = given.interrupts.isStopping() ? exitCode.interrupted : exitCodeOf(summary);
  const { converged } = summary;
  const problem = await journal?.end({
    outcome: endings.get(code) ?? "done",
    after,
    // Without it, the next plan takes what was created from the journal.
    ...(converged === undefined || !isRecorded ? {} : { converged }),
  });
  if (problem !== undefined) io.stderr.write(`The journal of this run could not be ended: ${problem}.\n`);
  await view.end(summary);
  given.ended?.(summary);
  return code;
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
    concurrency,
    now: io.now,
    emit: (event) => {
      if (isOver) return;
      events.push(event);
      journal?.hear(event);
      view.show(event);
    },
    isStopping: interrupts.isStopping,
    isHopeless: () => connection.client.stopped,
    recent,
    ...(journal === undefined ? {} : { journal: journal.port }),
  });
  await Promise.race([running, stoppedFor(io, interrupts, journal)]);
  isOver = true;
  return events;
}

/** Explains why some steps did not start, unless an interrupt was the reason. */
function tellStop({ stderr }: Io, options: RunOptions, { connection: { client }, undoes }: Given): void {
  if (!client.stopped) return;
  const again = undoes === undefined ? "Apply again" : `Run ${commandsLike(options)("undo", undoes)} again`;
  stderr.write(
    `Nothing more is sent: the deadline has passed. ${again}: what is done already is found then.\n`,
  );
}

const endings = new Map<ExitCode, "failed" | "interrupted">([
  [exitCode.interrupted, "interrupted"],
  [exitCode.failed, "failed"],
]);

/** Milliseconds after the second interrupt in which pending calls may still report that they are in doubt. */
const patience = 2000;

/** Ends a while after a second interrupt. What ends later is in doubt, for the journal and for all that is said. */
async function stoppedFor(io: Io, { stopped }: Interrupts, journal: RunJournal | undefined): Promise<void> {
  await stopped;
  await io.sleep(patience);
  await journal?.seal();
  // Lets the events of the last journal line be handled first.
  await io.sleep(0);
}
