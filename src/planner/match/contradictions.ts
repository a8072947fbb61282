import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { LiveResource } from "../../model/live.ts";
import { shallLeave } from "../tree/tree-kind.ts";
import { type Candidates, namedBy } from "./candidates.ts";
import { contradictsRecord } from "./match-problems.ts";
import { recordedIdOf } from "./recorded-ids.ts";

/** What the record says of a declared resource. */
interface Entry {
  readonly resource: DesiredResource;
  readonly live: LiveResource;
}

/**
 * Where the record and a name contradict each other. The record says that a resource is an object, and
 *
 * - the name of the resource is that of another object, which no other resource is by its id or by the record; or
 * - the name of the object is that of another resource, which has neither; or
 * - the resource shall be deleted or transferred, and the object is not called so: a record alone takes nothing away.
 *
 * Example: the record has `team_1` for `teams.docs`; its title was changed, and a new team is called Docs now.
 */
export function recordContradictions(candidates: Candidates): readonly Diagnostic[] {
  const { kind, live, recognitions } = candidates;
  const entries = entriesOf(candidates);
  if (entries.length === 0) return [];
  const { pairs } = candidates;
  const free = live.filter((one) => !pairs.byLive.has(one));
  const known = new Set(entries.map((entry) => entry.live));
  const unknown = unknownResources(candidates, entries);
  const named = namedBy([...entries.map(({ resource }) => resource), ...unknown], free, recognitions);
  const strangers = new Map<LiveResource, DesiredResource>();
  for (const resource of unknown) {
    const [only, ...others] = named.get(resource) ?? [];
    if (only !== undefined && others.length === 0) strangers.set(only, resource);
  }
  return entries.flatMap(({ resource, live: recorded }) => {
    const names = named.get(resource) ?? [];
    if (names.includes(recorded)) return [];
    const other = names.length === 1 && names[0] !== undefined && !known.has(names[0]) ? names[0] : undefined;
    const stranger = strangers.get(recorded);
    const isDoubtful = other !== undefined || stranger !== undefined || shallLeave(kind, resource);
    return isDoubtful ? [contradictsRecord({ resource, recorded, other, stranger, kind })] : [];
  });
}

function entriesOf({ wanted, live, kind, recorded, pairs }: Candidates): readonly Entry[] {
  if (recorded === undefined) return [];
  const byId = new Map(live.map((one) => [one.id, one]));
  return wanted.flatMap((resource) => {
    const id = resource.id === undefined ? recordedIdOf(recorded, resource, kind.name) : undefined;
    const found = id === undefined ? undefined : byId.get(id);
    return found === undefined || pairs.byLive.has(found) ? [] : [{ resource, live: found }];
  });
}

/** Those that are neither pinned nor in the record. */
function unknownResources(
  { wanted, pairs }: Candidates,
  entries: readonly Entry[],
): readonly DesiredResource[] {
  const recorded = new Set(entries.map(({ resource }) => resource));
  return wanted.filter(
    (one) => one.id === undefined && !recorded.has(one) && !pairs.byAddress.has(one.address),
  );
}
