import type { RunEntry } from "../../model/documents/runs-document.ts";
import { countsOf, type Journal } from "../../state/journal.ts";
import { processOf, type RunnerTold } from "../project-lock.ts";

/** A run as documents have it. */
export function runEntry(journal: Journal, runner: RunnerTold): RunEntry {
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
