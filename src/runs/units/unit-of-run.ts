import { error } from "../../model/diagnostic.ts";
import { Stop, stop } from "../../model/stop.ts";
import type { OpenUnit, OpenUnits } from "../../project/opened/open-units.ts";
import { findRun, readWhole, runsOf } from "../read-runs.ts";

/**
 * The unit that a run was of, or the only one. Throws `Stop` when no run is named and several units have some, and when
 * several units have the run.
 */
export async function unitOfRun(
  { units, joined, isSeveral }: OpenUnits,
  run: string | undefined,
): Promise<OpenUnit> {
  if (!isSeveral) return joined;
  const hint = "name the run, as docform runs lists it, or the organization with --target";
  if (run === undefined)
    throw stop("DF5035", "the project has several organizations, and each has runs of its own", { hint });
  const found: OpenUnit[] = [];
  for (const unit of units) if (await hasRun(unit, run)) found.push(unit);
  const [only, ...others] = found;
  if (only === undefined) await demandRun(joined, run);
  if (others.length === 0) return only ?? joined;
  const names = found.map(({ unit: { name } }) => name);
  const message = `the run "${run}" is one of ${names.length} organizations: ${names.slice(0, 3).join(", ")}`;
  throw new Stop([error("DF5035", message, { hint: `choose one: --target ${names[0]}` })]);
}

/** Is there a run of the unit whose id begins so? The place of before has those of other organizations, too. */
async function hasRun({ project, openState }: OpenUnit, run: string): Promise<boolean> {
  const state = await openState();
  const ids = new Set(project.desired.organizations.map(({ id }) => id));
  try {
    for (const id of (await runsOf(state)).filter((one) => one.startsWith(run))) {
      const organizations = Object.values((await readWhole(state, id))?.header.organizations ?? {});
      if (organizations.some((organization) => ids.has(organization))) return true;
    }
    return false;
  } finally {
    await state.close();
  }
}

/** Throws `Stop` when there is no such run, before the platform is asked. */
async function demandRun({ openState }: OpenUnit, run: string): Promise<void> {
  const state = await openState();
  await findRun(state, run).finally(state.close);
}
