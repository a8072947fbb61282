import { setMaxListeners } from "node:events";
import { resolve } from "node:path";
import { PassThrough } from "node:stream";
import type { Io } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import { diskFiles } from "../../manifest/read/project-files.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { policyTexts } from "../../project/changed/compare-projects.ts";
import { type OpenUnit, type OpenUnits, withUnits } from "../../project/opened/open-units.ts";
import { terminalText } from "../../render/safe-text.ts";
import { leaseSeconds, type TakenJob } from "../../state/queue/job-queue.ts";
import type { Json } from "../../text/json.ts";
import type { ApplyOptions } from "../apply/apply-project.ts";
import { applyingUnit } from "../apply/apply-units.ts";
import { findingDrift, type HearsDrift } from "../units/drift-units.ts";
import { endOfFailed, type SeveralOptions } from "../units/each-unit.ts";
import type { UnitEnd } from "../units/unit-end.ts";
import { capturing, type Written } from "../units/unit-io.ts";
import { type ListenAddress, serveMetrics } from "./metrics-server.ts";
import { patiently } from "./patience.ts";
import { maintaining, openProjectQueue, type ProjectQueue } from "./project-queue.ts";
import { dueJob, isDue, putScheduled } from "./scheduled-drift.ts";
import { type UnitJob, type UnitOutcome, unitJob } from "./unit-job.ts";
import { type WorkerMetrics, workerMetrics } from "./worker-metrics.ts";

/** Options of `docform worker`. */
export interface WorkerOptions extends ApplyOptions, SeveralOptions {
  /** End when no job waits. */
  readonly once?: boolean;
  /** Where its numbers are served. */
  readonly metrics?: ListenAddress;
}

/** Milliseconds between two questions for a job, and for the lock of a unit whose worker may have been lost. */
const [betweenJobs, patienceForLock] = [1000, 30_000];

/** Units at the same time, unless somebody says otherwise. */
const usualParallel = 4;

/**
 * Works on units from the queue of a project and its commit until it is interrupted. The project is loaded once, so that
 * a checkout that changes meanwhile changes nothing here. Units of before end as an interrupted apply does.
 */
export async function work(own: Io, options: WorkerOptions, drift: HearsDrift): Promise<ExitCode> {
  const metrics = workerMetrics(own);
  const { io } = metrics;
  const stopping = new AbortController();
  // Each lane listens to it: Node would warn of a leak from the eleventh on.
  setMaxListeners(0, stopping.signal);
  const end = io.onInterrupt(() => stopping.abort());
  const act = async (opened: OpenUnits): Promise<ExitCode> => {
    const { project } = await opened.joined.withPolicies();
    const files = diskFiles(resolve(io.cwd, options.directory), io.disk);
    const queue = await openProjectQueue(io, options, { project, policies: await policyTexts(files) });
    let endMetrics: (() => void) | undefined;
    try {
      await readState(opened);
      if (options.metrics !== undefined)
        endMetrics = await serveMetrics(io, options.metrics, () => metrics.text(queue.waiting));
      io.stderr.write(`Worker at the commit ${queue.commit.slice(0, 7)}, with ${queue.place}.\n`);
      const maintain = maintaining(io, queue);
      const given = { io, options, opened, queue, signal: stopping.signal, drift, metrics, maintain };
      await maintain();
      const schedule = () => queue.schedule(project.schedule, dueJob);
      if (options.once !== true) await patiently(io, stopping.signal, schedule);
      const lanes = Array.from({ length: options.parallel ?? usualParallel }, () =>
        workOnJobs(given).catch((problem: unknown) => {
          stopping.abort();
          throw problem;
        }),
      );
      // One that fails ends the others, and what they have begun is ended first.
      await Promise.allSettled(lanes);
      await Promise.all(lanes);
    } finally {
      endMetrics?.();
      await queue.close();
    }
    return exitCode.done;
  };
  return withUnits(io, options, act, { isChanging: true }).finally(end);
}

/**
 * Reads the place of a unit before the lanes begin. The place of before, which all units share, has its connection then: the
 * lanes would wait for it with theirs when the database has no room.
 */
async function readState({ units: [unit] }: OpenUnits): Promise<void> {
  const state = await unit?.openState();
  await state?.runs.ids().finally(state.close);
}

/** The surroundings of the jobs of a worker. */
interface Given {
  readonly io: Io;
  readonly options: WorkerOptions;
  readonly opened: OpenUnits;
  readonly queue: ProjectQueue;
  /** Aborts at an interrupt: no other job is begun. */
  readonly signal: AbortSignal;
  readonly drift: HearsDrift;
  readonly metrics: WorkerMetrics;
  readonly maintain: () => Promise<void>;
}

async function workOnJobs(given: Given): Promise<void> {
  const { io, options, queue, signal } = given;
  const units = given.opened.units.map(({ unit }) => unit.name);
  while (!signal.aborted) {
    await given.maintain();
    const job = await patiently(io, signal, queue.take);
    if (job !== undefined && isDue(job))
      await patiently(io, signal, () => putScheduled(io, queue, units, job));
    else if (job !== undefined) await workOnJob(given, job);
    else if (options.once === true && (await patiently(io, signal, queue.waiting)) === 0) return;
    else await io.sleep(betweenJobs * (0.5 + io.random()), signal).catch(() => {});
  }
}

/** Works on a job while its lease is renewed, and gives its outcome to the queue. */
async function workOnJob(given: Given, job: TakenJob): Promise<void> {
  const { io, queue, metrics } = given;
  const working = new AbortController();
  const renewing = renewWhile(given, job, working.signal);
  const { data } = unitJob.safeParse(job.data);
  const name = terminalText(data?.unit ?? "?");
  const end = metrics.begin(data);
  const { outcome, mayPass } = await outcomeOf(given, job);
  end(outcome.row);
  working.abort();
  await renewing;
  const said = outcome.written.filter(({ stream }) => data?.scheduled === true && stream === "stderr");
  for (const { text } of said) io.stderr.write(text.split("\n").map(terminalText).join("\n"));
  io.stderr.write(`${name}: ${outcome.row.state} (exit ${outcome.code})\n`);
  await patiently(io, given.signal, () => queue.end(job, outcome as Json, mayPass));
}

async function renewWhile({ io, queue, maintain }: Given, job: TakenJob, signal: AbortSignal): Promise<void> {
  for (;;) {
    await io.sleep((leaseSeconds * 1000) / 3, signal).catch(() => {});
    if (signal.aborted) return;
    // A lease that is lost is found out at the end; meanwhile the lock of the unit holds.
    await queue.hold(job).catch(() => {});
    await maintain();
  }
}

/** The outcome of a job, masked: it leaves this machine. */
async function outcomeOf(given: Given, job: TakenJob) {
  const { io, opened } = given;
  const written: Written[] = [];
  // No terminal is there, whatever this process has.
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const env = { ...io.env, FORCE_COLOR: undefined };
  const own = capturing({ ...io, ...streams, env }, (one) => written.push(one));
  const begun = io.monotonic();
  const { data } = unitJob.safeParse(job.data);
  const unit = opened.units.find((one) => one.unit.name === data?.unit);
  const { mayPass = false, ...end } =
    data === undefined || unit === undefined
      ? unknownJob
      : await workOn(given, own, data, unit).catch((problem: unknown) => endOfFailed(own, "text", problem));
  const counts = { calls: unit?.requests() ?? 0, milliseconds: Math.round(io.monotonic() - begun) };
  const outcome: UnitOutcome = shown(io, {
    ...end,
    diagnostics: [...(end.diagnostics ?? [])],
    row: { ...end.row, ...counts },
    written: inOneText(written),
  });
  return { outcome, mayPass: mayPass || end.code === exitCode.interrupted };
}

const unknownJob: UnitEnd = {
  code: exitCode.error,
  row: { state: "not read", next: "run it with the same docform and the same manifests as its workers" },
};

/** Does what a job says, as the command does in its own process. Throws what keeps it from being done. */
async function workOn(
  { options, opened, drift }: Given,
  io: Io,
  job: UnitJob,
  unit: OpenUnit,
): Promise<UnitEnd> {
  const { target, ...flags } = job.flags;
  const targets = target === undefined ? {} : { target };
  const asked = { ...options, lockTimeout: patienceForLock, ...flags, ...targets, input: false };
  const selected = target === undefined ? unit.unit : { ...unit.unit, targets: target };
  if (job.command === "drift") {
    const own = opened.optionsFor({ ...asked, format: job.format }, selected);
    const hear: HearsDrift = async (...found) => (flags.notify === true ? drift(...found) : undefined);
    return findingDrift(job.format, hear)(io, own, unit);
  }
  const format = job.format === "json" ? "json" : "text";
  return applyingUnit(undefined)(io, opened.optionsFor({ ...asked, format, yes: true }, selected), unit);
}

/** The texts, each as long as the other stream says nothing: a secret is masked where it stands whole. */
function inOneText(written: readonly Written[]): UnitOutcome["written"] {
  const texts: { stream: Written["stream"]; text: string }[] = [];
  for (const { stream, text } of written) {
    const last = texts.at(-1);
    if (last?.stream === stream) last.text += text;
    else texts.push({ stream, text });
  }
  return texts;
}
