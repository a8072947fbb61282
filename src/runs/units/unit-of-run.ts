import { stop } from "../../model/stop.ts";
import type { OpenUnit, OpenUnits } from "../../project/opened/open-units.ts";
import { readWhole, runId, runsOf } from "../read-runs.ts";

/**
 * The unit that a run was of, or the only one. A run that was of several, as a transfer is, is one of all of them. Throws
 * `Stop` when no run is named and there are several units, and when there is no such run, or more than one.
 */
export async function unitOfRun(
  { units, joined, together, isSeveral }: OpenUnits,
  run: string | undefined,
): Promise<OpenUnit> {
  if (!isSeveral) return joined;
  const hint = "name the run, as docform runs lists it, or the organization with --target";
  if (run === undefined)
    throw stop("DF5035", "the project has several organizations, and each has runs of its own", { hint });
  const found: OpenUnit[] = [];
  const all = new Set<string>();
  for (const unit of units) {
    const ids = await runsOn(unit, run);
    if (ids.length > 0) found.push(unit);
    for (const id of ids) all.add(id);
  }
  // Throws before the platform is asked.
  runId(run, [...all].sort());
  const [only = joined, ...others] = found;
  return others.length === 0 ? only : together(found);
}

/** The runs of the unit whose ids begin so. The place of before has those of other organizations, too. */
async function runsOn({ project, openState }: OpenUnit, beginning: string): Promise<readonly string[]> {
  const state = await openState();
  const own = new Set(project.desired.organizations.map(({ id }) => id));
  const ids: string[] = [];
  try {
    for (const id of (await runsOf(state)).filter((one) => one.startsWith(beginning))) {
      const organizations = Object.values((await readWhole(state, id))?.header.organizations ?? {});
      if (organizations.some((organization) => own.has(organization))) ids.push(id);
    }
    return ids;
  } finally {
    await state.close();
  }
}
