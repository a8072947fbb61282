import { type Unit, unitsOf } from "../units.ts";
import { changedOrganizations, type ProjectVersion } from "./compare-projects.ts";

/** The units of a project whose plan another version of it may make otherwise. */
export interface ChangedUnits {
  readonly units: readonly Unit[];
  /** Why these are all: what differs counts for each. */
  readonly allFor?: string;
}

/**
 * The units that a change of a project touches. A unit is touched as a whole, and so is each organization of a former
 * unit: what was joined with something else may be planned otherwise alone.
 */
export function changedUnits(before: ProjectVersion, after: ProjectVersion): ChangedUnits {
  const units = unitsOf(after.project);
  const changed = changedOrganizations(before, after);
  if ("allFor" in changed) return { units, ...changed };
  const touched = new Set(changed);
  for (const { aliases } of unitsOf(before.project))
    if (aliases.some((alias) => changed.has(alias))) for (const alias of aliases) touched.add(alias);
  return { units: units.filter(({ aliases }) => aliases.some((alias) => touched.has(alias))) };
}
