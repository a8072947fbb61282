import type { Io } from "../../io/io.ts";
import { kinds } from "../../kinds/kinds.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { PlanDocument, Step } from "../../model/documents/plan-document.ts";
import { startedBy } from "../../model/task-runs.ts";
import type { CommonOptions } from "../../project/options.ts";
import { runsFolder } from "../../project/runs.ts";
import type { Journal } from "../../state/journal.ts";
import { readRun, runIds } from "../../state/runs.ts";

/**
 * Tasks of a saved plan that a run of it has started since it was saved, as the journals here tell. While another run of
 * a task goes on, the platform shows nothing of one that waits behind it (A36). A journal that cannot be read tells nothing.
 */
export async function ranAlready(
  io: Io,
  options: CommonOptions,
  saved: PlanDocument,
): Promise<readonly Diagnostic[]> {
  const tasks = saved.steps.filter((step) => startedBy(kinds, step) !== undefined);
  const savedAt = Date.parse(saved.createdAt ?? "");
  if (tasks.length === 0 || Number.isNaN(savedAt)) return [];
  const folder = runsFolder(io, options);
  const ids = await runIds(io.disk, folder).catch(() => []);
  for (const id of [...ids].reverse()) {
    const journal = (await readRun(io.disk, folder, id).catch(() => undefined))?.journal;
    if (journal === undefined) continue;
    if (Date.parse(journal.header.at) < savedAt) return [];
    const started =
      journal.header.digest === saved.digest ? tasks.filter((step) => wasSent(journal, step)) : [];
    if (started.length > 0) return started.map((step) => startedIn(journal, step));
  }
  return [];
}

/** Was the call made, or may it have been? */
function wasSent({ intents, outcomes }: Journal, { id }: Step): boolean {
  const outcome = outcomes.get(id)?.outcome;
  return intents.has(id) && (outcome === undefined || outcome === "done" || outcome === "unknown");
}

function startedIn({ header }: Journal, step: Step): Diagnostic {
  const { address, operation } = step;
  const name = startedBy(kinds, step)?.task?.name ?? operation;
  const message = `${address}: the ${name} that this plan asks for was started already, when it ran as ${header.run}`;
  const hint = `run docform plan again, with --${name} ${address} if it shall be done once more`;
  return error("DF3006", message, { hint });
}
