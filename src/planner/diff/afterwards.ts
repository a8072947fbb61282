import type { Change } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { keyAt, type LiveResource, liveKey } from "../../model/live.ts";
import { containerKeys, parentKey } from "../live-parent.ts";
import type { Planning } from "../planning.ts";
import type { Referrer } from "./referrers.ts";

/** What there is once the changes are done. */
export interface Afterwards {
  readonly goes: (live: LiveResource) => boolean;
  /** Does something name another thing still: is it there, and the field as it is? */
  readonly stays: (referrer: Referrer) => boolean;
}

/** What becomes of live resources by the changes of a plan. */
export function afterwards(planning: Planning, changes: readonly Change[]): Afterwards {
  const going = new Set<string>();
  const changed = new Set<string>();
  for (const change of changes) {
    const { action, id, fields = [] } = change;
    if (action === "blocked" || id === undefined) continue;
    const key = keyAt(change);
    if (action === "delete") going.add(key);
    for (const { path } of fields) changed.add(`${key} ${path}`);
  }
  const holdersOf = holdersIn(planning);
  const goes = (live: LiveResource): boolean => going.has(liveKey(live)) || holdersOf(live).some(goes);
  const stays = ({ live, field }: Referrer): boolean =>
    !goes(live) && !changed.has(`${liveKey(live)} ${field.name}`);
  return { goes, stays };
}

/** Finds what takes a thing along when it is deleted: what it stands in, but not a group, whose items move up (A25). */
function holdersIn({
  kinds,
  live: { resources },
}: Planning): (live: LiveResource) => readonly LiveResource[] {
  const taking = resources.filter(({ kind }) => kinds.get(kind).sequence?.carries === undefined);
  const byKey = groupBy(taking, liveKey);
  return (live) => {
    const kind = kinds.get(live.kind);
    const container = kind.sequence?.containerOf(live.answer);
    const keys = [...containerKeys(kind, live.organization, container), parentKey(kind, live) ?? ""];
    return keys.flatMap((key) => byKey.get(key) ?? []);
  };
}
