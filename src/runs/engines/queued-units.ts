import { randomUUID } from "node:crypto";
import { once } from "../../contract/once.ts";
import { type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { presentVersion } from "../../project/changed/project-at.ts";
import { type OpenUnit, type OpenUnits, withUnits } from "../../project/opened/open-units.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderVersionLine } from "../../render/json/apply-json.ts";
import { terminalText } from "../../render/safe-text.ts";
import { eachInWaves, type InWaves, inWaves, type RolloutOptions } from "../apply/in-waves.ts";
import { refuseForm, type UnitWork } from "../units/each-unit.ts";
import type { UnitEnd, UnitForm } from "../units/unit-end.ts";
import { patiently } from "./patience.ts";
import { openProjectQueue, type ProjectQueue } from "./project-queue.ts";
import { jobFlags, type UnitJob, type UnitOutcome } from "./unit-job.ts";
import { type Ending, waitForJobs } from "./wait-for-jobs.ts";

/** Options of commands whose units workers may work on. */
export type EngineOptions = RolloutOptions;

/**
 * Has workers work on units: puts them into the queue of the project and its commit, of a rollout each wave when it begins,
 * waits, and tells how they ended, as if this process had done it. An interrupt, and the deadline, take back what nobody
 * has begun.
 */
export async function queueUnits(
  io: Io,
  options: EngineOptions,
  command: UnitJob["command"],
): Promise<ExitCode> {
  if (command === "apply" && options.yes !== true)
    throw stop("DF5002", "a worker asks nobody", { hint: "review docform plan, then give --yes" });
  const interrupt = new AbortController();
  const end = io.onInterrupt(() => interrupt.abort());
  if (options.deadline !== undefined)
    void io.sleep(options.deadline, interrupt.signal).then(
      () => interrupt.abort(),
      () => {},
    );
  try {
    const queue = await openProjectQueue(io, options, await presentVersion(io, options));
    const act = async (opened: OpenUnits): Promise<ExitCode> => {
      refuseForm(options, opened.units);
      return tellEach(io, options, opened, command, { queue, interrupt: interrupt.signal });
    };
    return await withUnits(io, options, act, { isChanging: true }).finally(queue.close);
  } finally {
    end();
    interrupt.abort();
  }
}

/** Makes the job of a unit. */
function jobOf(options: EngineOptions, { optionsFor }: OpenUnits, command: UnitJob["command"]) {
  return ({ unit }: OpenUnit): UnitJob => {
    const own = { ...optionsFor(options, unit), target: unit.targets };
    const flags = Object.fromEntries(
      Object.entries(own).filter(([name, value]) => name in jobFlags.shape && value !== undefined),
    );
    return { unit: unit.name, command, format: options.format as UnitJob["format"], flags };
  };
}

/** The queue of a command that waits for its units. */
interface Queued {
  readonly queue: ProjectQueue;
  readonly interrupt: AbortSignal;
}

/** Has units worked on, and tells how each ended, in the order of their waves and names. */
async function tellEach(
  io: Io,
  options: EngineOptions,
  opened: OpenUnits,
  command: UnitJob["command"],
  queued: Queued,
): Promise<ExitCode> {
  const form = command === "apply" && options.format === "json" ? "lines" : (options.format as UnitForm);
  const calls = new Map<string, number>();
  const units = opened.units.map((one) => ({ ...one, requests: () => calls.get(one.unit.name) ?? 0 }));
  const { rollout, labels } = opened.joined.project;
  const waves = inWaves(
    units,
    options,
    { rollout: command === "apply" ? rollout : undefined, labels },
    false,
  );
  const endings = endingsOf(io, options, waves, jobOf(options, opened, command), queued);
  if (form === "lines") io.stdout.write(renderVersionLine(version, timeOf(io)));
  const work: UnitWork<EngineOptions> = async (unitIo, own, unit) => {
    const { name } = unit.unit;
    const ended = (await endings.get(name)?.()) ?? "lost";
    // After too many failures the queue gives back those that nobody has begun.
    const refused = ended === "taken back" ? await waves.gate?.enter(name) : undefined;
    if (refused !== undefined) return refused;
    if (typeof ended === "string") return notDone(unitIo, form, ended, commandsLike(own));
    calls.set(name, ended.row.calls);
    for (const { stream, text } of ended.written)
      unitIo[stream].write(form === "lines" ? text : text.split("\n").map(terminalText).join("\n"));
    return endOf(ended);
  };
  const all = { ...options, parallel: Math.max(1, units.length) };
  const isStopping = (): boolean => queued.interrupt.aborted;
  return eachInWaves(io, all, opened, waves, { form, isStopping }, work);
}

/** The ending of each unit, by name. The first one that is asked for in a wave puts the whole wave into the queue. */
function endingsOf(
  io: Io,
  options: EngineOptions,
  { waves, gate }: InWaves,
  data: (unit: OpenUnit) => UnitJob,
  { queue, interrupt }: Queued,
): ReadonlyMap<string, () => Promise<Ending>> {
  const until = { interrupt, hasStopped: gate?.hasStopped ?? (() => false) };
  const begin = async (jobs: readonly { readonly id: string; readonly data: UnitJob }[]) => {
    await patiently(io, interrupt, () => queue.put(jobs));
    const ids = jobs.map(({ id }) => id);
    return waitForJobs(io, commandsLike(options)("worker"), queue, ids, until);
  };
  return new Map(
    waves.flatMap((wave) => {
      const jobs = wave.map((unit) => ({ id: randomUUID(), data: data(unit) }));
      const begun = once(() => begin(jobs));
      return jobs.map(({ id, data: { unit } }) => [unit, async () => (await begun())(id)] as const);
    }),
  );
}

function endOf({
  code,
  row: { calls: _, milliseconds: __, ...row },
  written: ___,
  ...told
}: UnitOutcome): UnitEnd {
  return { code, row, ...(told as Pick<UnitEnd, "document" | "details" | "diagnostics">) };
}

const words: Readonly<Record<Exclude<Ending, UnitOutcome>, string>> = {
  "taken back": "no worker had begun it: it was taken back",
  "runs on": "a worker has begun it, and goes on",
  lost: "its workers were lost, one after the other",
};

/** The end of a unit of which no worker told how it ended. */
function notDone(
  io: Io,
  form: UnitForm,
  why: Exclude<Ending, UnitOutcome>,
  command: ReturnType<typeof commandsLike>,
): UnitEnd {
  const next = why === "taken back" ? {} : { next: command("runs") };
  if (form === "text") io.stderr.write(`${words[why]}\n`);
  const diagnostic: Diagnostic = { code: "DF5043", severity: "error", message: words[why] };
  const isLost = why === "lost";
  return {
    code: isLost ? exitCode.failed : exitCode.interrupted,
    row: { state: isLost ? "failed" : "interrupted", ...next },
    diagnostics: [diagnostic],
  };
}
