import type { Io } from "../../io/io.ts";
import { type RunDocument, type RunEntry, runsFormatVersion } from "../../model/documents/runs-document.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { processOf, type Runner, runnerOn } from "../../project/lock.ts";
import type { CommonOptions } from "../../project/options.ts";
import { printResult } from "../../project/output.ts";
import { findRun, readWhole, runsFolder, runsOf } from "../../project/runs.ts";
import { renderRunsText, renderRunText } from "../../render/text/runs-text.ts";
import { countsOf, type Journal } from "../../state/journal.ts";

/** `docform runs`: the list of applies and undos, the newest first. */
export async function listRuns(io: Io, options: CommonOptions): Promise<ExitCode> {
  const folder = runsFolder(io, options);
  const runner = await runnerOn(io, options);
  const runs: RunEntry[] = [];
  const damaged: { run: string; problem: string }[] = [];
  for (const run of [...(await runsOf(io, options))].reverse()) {
    try {
      const journal = await readWhole(io, folder, run);
      if (journal !== undefined) runs.push(entryOf(journal, runner));
    } catch (problem) {
      if (!(problem instanceof Stop)) throw problem;
      damaged.push({ run, problem: problem.message });
    }
  }
  const document = { formatVersion: runsFormatVersion, runs, damaged } as const;
  printResult(io, options, document, renderRunsText);
  return exitCode.done;
}

/** `docform runs show RUN`: one run with its calls. */
export async function showRun(io: Io, run: string, options: CommonOptions): Promise<ExitCode> {
  const journal = await findRun(io, options, run);
  const document: RunDocument = {
    formatVersion: runsFormatVersion,
    ...entryOf(journal, await runnerOn(io, options)),
    steps: stepsOf(journal),
  };
  printResult(io, options, document, renderRunText);
  return exitCode.done;
}

function entryOf(journal: Journal, runner: Runner | undefined): RunEntry {
  const process = processOf(runner, journal);
  const { header, end } = journal;
  const { doubt, ...outcomes } = countsOf(journal);
  const {
    type: _,
    formatVersion: _version,
    docform: _docform,
    lock: _lock,
    changes: _changes,
    ...facts
  } = header;
  return {
    ...facts,
    outcomes: { ...outcomes, inDoubt: doubt },
    ended: end?.outcome ?? null,
    ...(process === undefined ? {} : { process }),
    ...(end?.converged === undefined ? {} : { converged: end.converged }),
  };
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
