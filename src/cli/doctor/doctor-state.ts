import { join } from "node:path";
import type { Io } from "../../io/io.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { runningText } from "../../render/text/running-text.ts";
import { counted } from "../../render/words.ts";
import { inDoubtIn } from "../../state/journal.ts";
import { holderIn, saysNothing } from "../../state/lock-holder.ts";
import { readRecord } from "../../state/read-record.ts";
import { runIds } from "../../state/runs.ts";
import type { CommonOptions } from "../project/options.ts";
import { readWhole } from "../run/find-run.ts";
import { holderText, lockFileOf, waitingHint } from "../run/project-lock.ts";
import { runsFolder, stateFolder } from "../run/run-folder.ts";
import { processOf, runnerOn } from "../run/runner.ts";
import { failedBy } from "./doctor-trouble.ts";

/** Is a lock left? */
export async function checkLock(io: Io, options: CommonOptions): Promise<Check> {
  const name = "lock";
  const file = lockFileOf(io, options);
  const holder = await holderIn(io.disk, file);
  if (holder === undefined) {
    if (!(await saysNothing(io.disk, file)))
      return { name, status: "ok", message: "no run holds the project folder" };
    const message =
      ".docform/lock cannot be read, as after a crash: it does not say who holds the project folder";
    const fix = "the next run takes it over; if that fails, delete the file while no run goes on";
    return { name, status: "warn", message, fix };
  }
  const message = `held by ${holderText(holder)}`;
  const isHere = holder.host === io.machine.host;
  if (isHere && !io.machine.isRunning(holder.pid))
    return { name, status: "warn", message: `${message}, which is gone`, fix: "the next run takes it over" };
  return { name, status: "warn", message, fix: waitingHint(io, options, holder) };
}

/** Was the last run broken off? */
export async function checkJournal(io: Io, options: CommonOptions): Promise<Check> {
  const name = "journal";
  const folder = runsFolder(io, options);
  const last = (await runIds(io.disk, folder)).at(-1);
  if (last === undefined) return { name, status: "ok", message: "there was no run yet" };
  try {
    const journal = await readWhole(io, folder, last);
    if (journal === undefined || journal.end !== undefined)
      return { name, status: "ok", message: `the last run, ${last}, has ended` };
    const calls = counted(inDoubtIn(journal).length, "call");
    const process = processOf(await runnerOn(io, options), journal);
    if (process?.isHere === true)
      return {
        name,
        status: "ok",
        message: `the last run, ${last}, ${runningText(process)}: ${calls} in flight`,
      };
    const state = process === undefined ? "did not end" : runningText(process);
    const message = `the last run, ${last}, ${state}: ${calls} in doubt`;
    const show = commandsLike({ directory: options.directory })("runs", "show", last);
    const fix = `${show} lists its calls; ${commandsLike(options)("plan")} reads what was done`;
    return { name, status: "warn", message, fix };
  } catch (problem) {
    return { ...failedBy(name, problem), status: "warn" };
  }
}

/** Can the record be used? */
export async function checkRecord(io: Io, options: CommonOptions): Promise<Check> {
  const name = "record";
  const { record, problem } = await readRecord(io.disk, join(stateFolder(io, options), "record.json"));
  if (problem !== undefined) {
    const fix = "delete the file; the next apply writes a new one";
    return { name, status: "warn", message: `.docform/record.json is not used: ${problem}`, fix };
  }
  const message = record === undefined ? "no record; nothing needs one" : "it can be read";
  return { name, status: "ok", message };
}
