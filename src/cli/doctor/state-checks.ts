import type { Io } from "../../io/io.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import type { Check } from "../../model/documents/doctor-document.ts";
import type { CommonOptions } from "../../project/options.ts";
import { openState } from "../../project/state.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { runningText } from "../../render/text/runs-text.ts";
import { counted } from "../../render/words.ts";
import {
  holderText,
  processOf,
  runnerOf,
  runnerOn,
  unendedWords,
  waitingHint,
} from "../../runs/project-lock.ts";
import { commandsOnState, readWhole, runsOf } from "../../runs/read-runs.ts";
import type { Backend } from "../../state/backend.ts";
import { inDoubtIn } from "../../state/journal.ts";
import { hasTakenIn } from "../../state/last-run.ts";
import { readRecord } from "../../state/record-file.ts";
import { failedBy, skipped } from "./check-results.ts";
import { hasRemote } from "./repository-checks.ts";

/**
 * Checks the place of the state, and what lies there: the lock, the journal of the last run, and the record.
 */
export async function checkState(
  io: Io,
  options: CommonOptions,
  project: Project,
): Promise<readonly Check[]> {
  const names = ["lock", "journal", "record"];
  const opened = await openState(io, options, project).catch((problem: unknown) =>
    failedBy("state", problem),
  );
  if ("status" in opened) return [opened, ...names.map(skipped)];
  try {
    const record = await checkRecord(opened);
    return [
      await checkPlace(io, options, opened),
      await checkLock(io, options, opened),
      await checkJournal(io, options, opened),
      record,
    ];
  } catch (problem) {
    return [failedBy("state", problem), ...names.map(skipped)];
  } finally {
    await opened.close();
  }
}

/** A pipeline starts in a fresh clone each time: what is in it is lost with it. Other clones do not have it either. */
async function checkPlace(io: Io, options: CommonOptions, { isShared, place }: Backend): Promise<Check> {
  const name = "state";
  const inPipeline = (io.env.CI ?? "") !== "";
  if (isShared || !(inPipeline || (await hasRemote(io, options))))
    return { name, status: "ok", message: `in ${place}` };
  const loss = inPipeline
    ? "which this pipeline loses: no lock, no record and no history for the next run"
    : "on this machine alone, and this repository has a remote: others get no lock, no record and no history";
  const next = inPipeline ? "" : ", and run docform state migrate --from local";
  const fix = `write state: { git: { ref: docform-state } } into docform.yaml, or another place that ${inPipeline ? "pipelines" : "all"} reach${next}`;
  return { name, status: "warn", message: `in ${place}, ${loss}`, fix };
}

/** Checks that no lock is left over. */
async function checkLock(io: Io, options: CommonOptions, state: Backend): Promise<Check> {
  const name = "lock";
  const holder = await state.lock.holder();
  if (holder === undefined) return { name, status: "ok", message: "no run holds it" };
  if (holder === "unknown")
    return { name, status: "skipped", message: "this place does not say who holds it" };
  if (holder === "unreadable") return unreadableLock(options, state);
  const message = `held by ${holderText(holder)}`;
  if (runnerOf(io, state, holder) === undefined)
    return { name, status: "warn", message: `${message}, which is gone`, fix: "the next run takes it over" };
  return { name, status: "warn", message, fix: waitingHint(io, options, state, holder) };
}

function unreadableLock(options: CommonOptions, state: Backend): Check {
  const unlock = commandsOnState(options, state)("force-unlock", "unreadable");
  const fix = state.isShared ? `when no run is in progress: ${unlock}` : "the next run takes it over";
  return { name: "lock", status: "warn", message: "a lock is there that does not say who holds it", fix };
}

/** Was the last run broken off? */
async function checkJournal(io: Io, options: CommonOptions, state: Backend): Promise<Check> {
  const name = "journal";
  const last = (await runsOf(state)).at(-1);
  if (last === undefined) return { name, status: "ok", message: "there was no run yet" };
  try {
    const journal = await readWhole(state, last);
    if (journal === undefined || journal.end !== undefined)
      return { name, status: "ok", message: `the last run, ${last}, has ended` };
    if (hasTakenIn((await readRecord(state)).record, journal.header))
      return { name, status: "ok", message: `the record has taken in the last run, ${last}` };
    const steps = counted(inDoubtIn(journal).length, "step");
    const runner = await runnerOn(io, state);
    const process = processOf(runner, journal);
    if (process?.isHere === true)
      return {
        name,
        status: "ok",
        message: `the last run, ${last}, ${runningText(process)}: ${steps} in flight`,
      };
    const message = `the last run, ${last}, ${unendedWords(runner, process)}: ${steps} in doubt`;
    const show = commandsOnState(options, state)("runs", "show", last);
    const fix = `${show} lists its steps; ${commandsLike(options)("plan")} reads what was done`;
    return { name, status: "warn", message, fix };
  } catch (problem) {
    return { ...failedBy(name, problem), status: "warn" };
  }
}

/** Can the record be used? */
async function checkRecord(state: Backend): Promise<Check> {
  const name = "record";
  const { record, problem } = await readRecord(state);
  if (problem !== undefined) {
    const fix = "delete the file; the next apply writes a new one";
    return { name, status: "warn", message: `.docform/record.json is not used: ${problem}`, fix };
  }
  const message = record === undefined ? "no record; nothing needs one" : "it can be read";
  return { name, status: "ok", message };
}
