import { organizationOf } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { contentsOf, membershipsOf } from "../../model/kind-index.ts";
import { type LiveResource, liveKey } from "../../model/live.ts";
import { entriesWritten, entryAt, type Membership } from "../../model/membership.ts";
import { entriesIn } from "../state/people.ts";
import { isIgnored, type Planning } from "../state/planning.ts";

/**
 * How many people stand behind an entry once the plan is done: those in a team, as far as they were read or counted.
 * Undefined for an entry of a person, and for a team of which nobody knows.
 */
export function peopleBehind(
  planning: Planning,
  organization: string,
  membership: Membership,
  key: string,
): number | undefined {
  const { sort, name: id } = entryAt(membership, key);
  const kind = planning.kinds.get(sort.of);
  const [name] = contentsOf(kind);
  const contents = kind.fields[name ?? ""]?.membership;
  if (name === undefined || contents === undefined) return undefined;
  const live = planning.liveByKey(liveKey({ organization, kind: sort.of, id }));
  const address = live === undefined ? id : planning.matching.addressOf(live);
  const resource = address === undefined ? undefined : planning.resourceAt(address);
  if (resource?.values[name] === undefined && live?.memberships[name] === undefined)
    return live && contents.sizeIn?.(live.answer);
  return entriesAfter(planning, name, contents, resource, live).size;
}

/** The keys of the entries that a resource has once the plan is done; without a resource, of those that were read. */
function entriesAfter(
  planning: Planning,
  name: string,
  membership: Membership,
  resource: DesiredResource | undefined,
  live: LiveResource | undefined,
): ReadonlySet<string> {
  const now = Object.keys(live?.memberships[name] ?? {});
  const written = resource?.values[name];
  if (resource === undefined || written === undefined || resource.absent) return new Set(now);
  if (isIgnored(planning, resource, name)) return new Set(now);
  const { idOf } = entriesIn(planning, resource.organization, membership);
  const declared = Object.keys(entriesWritten(membership, written)).flatMap((key) => idOf(key) ?? []);
  return new Set(resource.manage[name] === "listed" ? [...now, ...declared] : declared);
}

/** Changes of teams whose people change, each with how much the team gives access to, of each kind. */
export function withGivenAccess(planning: Planning, changes: readonly Change[]): readonly Change[] {
  const isMeant = ({ kind, action, fields = [] }: Change): boolean =>
    (action === "create" || action === "update") &&
    contentsOf(planning.kinds.get(kind)).some((name) =>
      fields.some(({ path }) => path.startsWith(`${name}.`)),
    );
  if (!changes.some(isMeant)) return changes;
  const given = givenAccess(planning, changes);
  return changes.map((change) => {
    const { address, kind, id = address } = change;
    const key = liveKey({ organization: organizationOf(address), kind, id });
    const givesAccess = isMeant(change) ? given.get(key) : undefined;
    return givesAccess === undefined ? change : { ...change, givesAccess };
  });
}

/** How many things of each kind a team has an entry in, by the key of the team. A thing that does not change stays as it is. */
function givenAccess(
  planning: Planning,
  changes: readonly Change[],
): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const changing = new Set(
    changes.filter(({ action }) => action !== "blocked").map(({ address }) => address),
  );
  const given = new Map<string, Record<string, number>>();
  const owners = planning.desiredOf((kind) => membershipsOf(kind).length > contentsOf(kind).length);
  for (const resource of owners) {
    const live = planning.matching.liveOf(resource.address);
    const after = changing.has(resource.address) ? resource : undefined;
    for (const key of teamsIn(planning, resource, after, live)) {
      const counts = given.get(key) ?? {};
      counts[resource.kind] = (counts[resource.kind] ?? 0) + 1;
      given.set(key, counts);
    }
  }
  return given;
}

/** The keys of the teams that have an entry in something. */
function teamsIn(
  planning: Planning,
  { kind: name, organization }: DesiredResource,
  after: DesiredResource | undefined,
  live: LiveResource | undefined,
): readonly string[] {
  const kind = planning.kinds.get(name);
  return membershipsOf(kind).flatMap((field) => {
    const membership = kind.fields[field]?.membership;
    if (membership === undefined) return [];
    return [...entriesAfter(planning, field, membership, after, live)].flatMap((key) => {
      const { sort, name: id } = entryAt(membership, key);
      const isTeam = contentsOf(planning.kinds.get(sort.of)).length > 0;
      return isTeam ? [liveKey({ organization, kind: sort.of, id })] : [];
    });
  });
}
