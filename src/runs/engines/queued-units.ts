import { randomUUID } from "node:crypto";
import { type Io, timeOf } from "../../io/io.ts";
import { version } from "../../io/version.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, stop } from "../../model/stop.ts";
import { presentVersion } from "../../project/changed/project-at.ts";
import { type OpenUnit, type OpenUnits, withUnits } from "../../project/opened/open-units.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderVersionLine } from "../../render/json/apply-json.ts";
import { terminalText } from "../../render/safe-text.ts";
import { refuseWaves } from "../apply/in-waves.ts";
import { eachUnit, refuseForm, type SeveralOptions, type UnitWork } from "../units/each-unit.ts";
import type { UnitEnd, UnitForm } from "../units/unit-end.ts";
import { openProjectQueue, type ProjectQueue } from "./project-queue.ts";
import { jobFlags, type UnitJob, type UnitOutcome } from "./unit-job.ts";
import { type Ending, waitForJobs } from "./wait-for-jobs.ts";

/** Options of commands whose units workers may work on. */
export interface EngineOptions extends SeveralOptions {
  readonly engine?: "postgres";
  readonly yes?: boolean;
}

/**
 * Has workers work on units: puts each into the queue of the project and its commit, waits, and tells how they ended, as
 * if this process had done it. An interrupt, and the deadline, take back what nobody has begun.
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
    const act = (opened: OpenUnits) => inQueue(io, options, command, opened, queue, interrupt.signal);
    return await withUnits(io, options, act, { isChanging: true }).finally(queue.close);
  } finally {
    end();
    interrupt.abort();
  }
}

/** Puts a job of each unit into the queue, and tells how they end. */
async function inQueue(
  io: Io,
  options: EngineOptions,
  command: UnitJob["command"],
  opened: OpenUnits,
  queue: ProjectQueue,
  interrupt: AbortSignal,
): Promise<ExitCode> {
  refuseForm(options, opened.units);
  if (command === "apply") refuseWaves(opened.units, opened.joined.project);
  const jobs = opened.units.map((unit) => ({ id: randomUUID(), unit }));
  const data = jobOf(options, opened, command);
  await queue.put(jobs.map(({ id, unit }) => ({ id, data: data(unit) })));
  const ids = jobs.map(({ id }) => id);
  const waiting = waitForJobs(io, commandsLike(options)("worker"), queue, ids, interrupt);
  const ending = ({ unit: { name } }: OpenUnit): Promise<Ending> =>
    waiting.ending(jobs.find(({ unit }) => unit.unit.name === name)?.id ?? "");
  const [code] = await Promise.all([tellEach(io, options, opened, command, ending), waiting.done]);
  return code;
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

/** Tells how each unit ended, in the order of names. */
async function tellEach(
  io: Io,
  options: EngineOptions,
  opened: OpenUnits,
  command: UnitJob["command"],
  ending: (unit: OpenUnit) => Promise<Ending>,
): Promise<ExitCode> {
  const form = command === "apply" && options.format === "json" ? "lines" : (options.format as UnitForm);
  if (form === "lines") io.stdout.write(renderVersionLine(version, timeOf(io)));
  const calls = new Map<string, number>();
  const units = opened.units.map((one) => ({ ...one, requests: () => calls.get(one.unit.name) ?? 0 }));
  const work: UnitWork<EngineOptions> = async (unitIo, own, unit) => {
    const ended = await ending(unit);
    if (typeof ended === "string") return notDone(unitIo, form, ended, commandsLike(own));
    calls.set(unit.unit.name, ended.row.calls);
    for (const { stream, text } of ended.written)
      unitIo[stream].write(form === "lines" ? text : text.split("\n").map(terminalText).join("\n"));
    return endOf(ended);
  };
  const all = { ...options, parallel: Math.max(1, units.length) };
  return eachUnit(io, all, { ...opened, units }, { form }, work);
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
