import type { Io } from "../../io/io.ts";
import {
  type RunDocument,
  type RunEntry,
  type RunsDocument,
  runsFormatVersion,
} from "../../model/documents/runs-document.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { printResult } from "../../project/output.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { eachState, type OrganizationOptions, withState } from "../../project/state.ts";
import { renderRunsText, renderRunText } from "../../render/text/runs-text.ts";
import { runnerOn } from "../../runs/project-lock.ts";
import { findRun, readWhole, runId, runsOf } from "../../runs/read-runs.ts";
import { runEntry } from "../../runs/units/run-entry.ts";
import { type Backend, BackendError } from "../../state/backend.ts";
import type { Journal } from "../../state/journal.ts";
import { compareText } from "../../text/json.ts";

/** `docform runs`: the list of applies and undos, the newest first. */
export async function listRuns(io: Io, options: OrganizationOptions<ResultForm>): Promise<ExitCode> {
  const runs = new Map<string, RunEntry>();
  const damaged = new Map<string, string>();
  await eachState(io, options, (state) => collectRuns(io, state, runs, damaged));
  const newestFirst = <T>(all: ReadonlyMap<string, T>): readonly (readonly [string, T])[] =>
    [...all].sort(([a], [b]) => compareText(b, a));
  const document: RunsDocument = {
    formatVersion: runsFormatVersion,
    runs: newestFirst(runs).map(([, entry]) => entry),
    damaged: newestFirst(damaged).map(([run, problem]) => ({ run, problem })),
  };
  printResult(io, options, document, renderRunsText);
  return exitCode.done;
}

/** Adds the runs of a place. Those of joined organizations are in several, and each is listed once. */
async function collectRuns(
  io: Io,
  state: Backend,
  runs: Map<string, RunEntry>,
  damaged: Map<string, string>,
): Promise<void> {
  const runner = await runnerOn(io, state);
  for (const run of await runsOf(state)) {
    if (runs.has(run)) continue;
    try {
      const journal = await readWhole(state, run);
      if (journal !== undefined) runs.set(run, runEntry(journal, runner));
    } catch (problem) {
      if (!(problem instanceof Stop) || problem instanceof BackendError) throw problem;
      damaged.set(run, problem.message);
    }
  }
}

/** `docform runs show RUN`: one run with its calls. Places are opened one after the other: there may be hundreds. */
export async function showRun(
  io: Io,
  given: string,
  options: OrganizationOptions<ResultForm>,
): Promise<ExitCode> {
  const placeOf = new Map<string, typeof options>();
  await eachState(io, options, async (state, own) => {
    for (const id of await runsOf(state)) if (!placeOf.has(id)) placeOf.set(id, own);
  });
  const run = runId(given, [...placeOf.keys()].sort());
  const document = await withState(io, placeOf.get(run) ?? options, async (state): Promise<RunDocument> => {
    const journal = await findRun(state, run);
    const entry = runEntry(journal, await runnerOn(io, state));
    return { formatVersion: runsFormatVersion, ...entry, steps: stepsOf(journal) };
  });
  printResult(io, options, document, renderRunText);
  return exitCode.done;
}

/** The steps of a run: sent ones in the order of their first intent, then the unsent ones. */
function stepsOf({ intents, outcomes }: Journal): RunDocument["steps"] {
  const ids = new Set([...intents.keys(), ...outcomes.keys()]);
  return [...ids].flatMap((step): RunDocument["steps"] => {
    const [intent, outcome] = [intents.get(step), outcomes.get(step)];
    const named = intent ?? outcome;
    if (named === undefined) return [];
    return [
      {
        step,
        address: named.address,
        operation: named.operation,
        outcome: outcome?.outcome ?? "inDoubt",
        ...(intent === undefined ? {} : { sentAt: intent.at }),
        ...(outcome === undefined ? {} : { endedAt: outcome.at }),
        ...(outcome?.id === undefined ? {} : { id: outcome.id }),
        ...(outcome?.status === undefined ? {} : { status: outcome.status }),
        ...(outcome?.message === undefined ? {} : { message: outcome.message }),
      },
    ];
  });
}
