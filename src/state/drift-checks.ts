import { compareText } from "../text/json.ts";
import type { RecordFile } from "./record-file.ts";

/** One look for drift: when, and how many addresses differed. */
export type DriftCheck = NonNullable<RecordFile["platforms"][string][string]["driftChecks"]>[number];

/** Checks that a record keeps of an organization. */
const mostChecks = 10;

/** When the platform was last as the manifests said, as far as the record tells: an apply, or a look that found no drift. */
export function lastInStep(
  record: RecordFile | undefined,
  baseUrl: string,
  organizationId: string,
): string | undefined {
  const { lastApply, driftChecks = [] } = record?.platforms[baseUrl]?.[organizationId] ?? {};
  const clean = driftChecks.filter(({ differing }) => differing === 0).map(({ at }) => at);
  return [...(lastApply === undefined ? [] : [lastApply.at]), ...clean].sort(compareText).at(-1);
}

/** The record with one more check of each organization that it has, by id; undefined when it has none of them. */
export function withDriftChecks(
  record: RecordFile,
  baseUrl: string,
  checks: ReadonlyMap<string, DriftCheck>,
): RecordFile | undefined {
  const known = record.platforms[baseUrl] ?? {};
  const changed = Object.entries(known).flatMap(([id, entry]) => {
    const check = checks.get(id);
    if (check === undefined) return [];
    const driftChecks = [...(entry.driftChecks ?? []), check].slice(-mostChecks);
    return [[id, { ...entry, driftChecks }] as const];
  });
  if (changed.length === 0) return undefined;
  const platforms = { ...record.platforms, [baseUrl]: { ...known, ...Object.fromEntries(changed) } };
  return { ...record, platforms };
}
